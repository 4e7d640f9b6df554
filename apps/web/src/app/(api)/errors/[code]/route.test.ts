import "#testing/test-app.ts";
import { readFile } from "node:fs/promises";
import { ERRORS, PUBLIC_ERROR_CODES } from "@docsteward/contract/error";
import { expect, test } from "vitest";
import { isApiPath } from "#server/guard/guard-request.ts";
import { problemResponse } from "#server/http/problem.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { send } from "#testing/test-app.ts";
import { GET } from "./route.ts";

test.each(Object.entries(ERRORS))("the type of %s leads to what it means, for anybody", async (code, { title }) => {
  const response = await send(GET, { params: { code } });

  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`${title} (`);
  expect(isApiPath(`/errors/${code}`)).toBe(true);
});

test("a problem names that address", async () => {
  const { type, code } = await problemResponse(new Error("a bug"), "req_1").json();

  expect(type).toBe(`/errors/${code}`);
});

test.each(["nothing", "constructor"])("%s is no error", async (code) => {
  await expectProblem(await send(GET, { params: { code } }), "not_found");
});

test("the table for people says the same of those that callers can meet", async () => {
  const page = await readFile(new URL("../../../../../../../docs/api.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (\d{3}) +\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);

  const table = PUBLIC_ERROR_CODES.map((code) => [String(ERRORS[code].status), code, ERRORS[code].meaning]);
  expect(rows.toSorted()).toEqual(table.toSorted());
});
