import { openLocalRepository } from "@docsteward/git/local/local-repository";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { findStaleNames } from "./find-stale-names.ts";

const OPTIONS = `export const options = {
  "no-cache": false,
  maxRetries: 3,
  TOOL_TOKEN: "",
};
`;

async function findAfter(pages: Record<string, string>, ...changes: Record<string, string | null>[]) {
  await using repository = await makeRepository({
    "src/options.ts": OPTIONS,
    "src/run/start.ts": "start();\n",
    ...pages,
  });
  for (const files of changes) await repository.commit(files);
  return await findStaleNames({ repository: await openLocalRepository(repository.url), head: await repository.head() });
}

test("a flag, an option, a variable and a path that commits removed are named, with the commit", async () => {
  const page =
    "# Use\n\nRun `tool --no-cache` or set `maxRetries`.\n\n```sh\nTOOL_TOKEN=x tool\n```\n\nSee `src/run/start.ts`.\n";
  const names = await findAfter(
    { "docs/use.md": page },
    { "src/options.ts": "export const options = {};\n", "src/run/start.ts": null },
  );

  expect(names.map(({ page: path, line, kind, written }) => `${path}:${line} ${kind} ${written}`)).toEqual([
    "docs/use.md:3 flag --no-cache",
    "docs/use.md:3 option maxRetries",
    "docs/use.md:6 variable TOOL_TOKEN",
    "docs/use.md:9 path src/run/start.ts",
  ]);
  expect(names[0]?.removedBy).toMatchObject({
    path: "src/options.ts",
    subject: "Change src/options.ts, src/run/start.ts",
  });
});

test("names that some source still knows in another spelling are left out", async () => {
  const page = "# Use\n\nRun `tool --no-cache`.\n";
  const names = await findAfter({ "docs/use.md": page }, { "src/options.ts": "export const noCache = false;\n" });

  expect(names).toEqual([]);
});

test("what the code never had belongs to other products", async () => {
  expect(await findAfter({ "docs/use.md": "# Use\n\nRun `git --no-pager log` and set `OTHER_TOKEN`.\n" })).toEqual([]);
});

test("lines, sections and pages that speak of the past are left out", async () => {
  const pages = {
    "docs/use.md":
      "# Use\n\nThe flag `--no-cache` was removed in 2.0.\n\n## Deprecated\n\nSome text.\n\nThe option `maxRetries`.\n",
    "docs/migration.md": "# Next\n\nUse `TOOL_TOKEN`.\n",
  };

  expect(await findAfter(pages, { "src/options.ts": "export const options = {};\n" })).toEqual([]);
});

test("a name that a page got after the code had lost it is another one", async () => {
  const names = await findAfter(
    {},
    { "src/options.ts": "export const options = {};\n" },
    { "docs/use.md": "# Use\n\nThe sandbox takes `maxRetries`.\n" },
  );

  expect(names).toEqual([]);
});
