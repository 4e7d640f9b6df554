import { expect, test } from "vitest";
import { isFiltered, readJobFilter, toExportHref } from "./job-filter.ts";

test("the address of the export holds the filters of the list, and nothing else of its address", () => {
  const address = "status=failed&model=a%26b&checks=problems&from=2026-11-20&q=fix+typo&new=true";

  const filter = readJobFilter(new URLSearchParams(address));

  expect(toExportHref("/jobs/export", filter)).toBe(
    "/jobs/export?status=failed&model=a%26b&checks=problems&from=2026-11-20&q=fix+typo",
  );
});

test.each(["", "status=gone&archived=1&checks=some&from=2026-02-31&to=soon&q="])("%j narrows nothing", (address) => {
  const filter = readJobFilter(new URLSearchParams(address));

  expect(isFiltered(filter)).toBe(false);
  expect(toExportHref("/jobs/export", filter)).toBe("/jobs/export");
});
