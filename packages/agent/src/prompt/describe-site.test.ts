import type { Snapshot } from "@docsteward/git/workspace";
import { expect, test } from "vitest";
import { countComponents, describeSite, withoutFences } from "./describe-site.ts";

test("counts the components of pages, the most used first, and leaves code aside", () => {
  const pages = [
    { text: "<Note>Mind this.</Note>\n\n<Card title='A' />\n" },
    { text: "<Card />\n\nUse `<Tabs>` here.\n\n```jsx\n<Fake />\n```\n\na < B\n" },
  ];

  expect(countComponents(pages)).toEqual([
    ["Card", 2],
    ["Note", 1],
  ]);
});

test("code blocks of a request do not steer the search for its pages", () => {
  expect(withoutFences("Explain retries.\n\n```ts\nimport { timeout } from 'x';\n```\n\nBriefly.")).toBe(
    "Explain retries.\n\n\nBriefly.",
  );
});

/** More pages than a map names, and than a search reads before a job begins. */
const PAGES = Array.from({ length: 5_200 }, (_, number) => `docs/area-${number % 4}/page-${number}.md`);
const FILES = [...PAGES, "docs/docs.json"].sort();
const ASSETS = new Set(FILES);

/** Two states of one site share the lists of its files, as jobs on it do. */
function stateOf(texts: Record<string, string>, { paths = FILES, version = 1 } = {}) {
  const asked: string[] = [];
  const readMany = async (wanted: string[]) => {
    asked.push(...wanted);
    return wanted.flatMap((path) => (paths.includes(path) ? [{ path, text: texts[path] ?? "# Page\n" }] : []));
  };
  const start: Snapshot = {
    paths: async () => paths,
    assets: async () => (paths === FILES ? ASSETS : new Set(paths)),
    identify: (path) => (paths.includes(path) ? `${path} ${texts[path] ?? version}` : undefined),
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
  return { start, asked };
}

test("the folders of a large site are described once for all commits that change neither their names nor its configuration", async () => {
  const describe = (start: Snapshot) => describeSite(start, { asked: "Look around.", pageCpuSeconds: 20 });
  const mintlify = { "docs/docs.json": '{"navigation":{"pages":["area-0/page-0"]}}' };
  const first = stateOf(mintlify);
  const changed = stateOf(mintlify, { version: 2 });
  const other = stateOf({ "docs/docs.json": '{"navigation":{"languages":[{"language":"en","pages":[]}]}}' });
  const fewer = stateOf(mintlify, { paths: FILES.slice(4) });

  const described = await describe(first.start);
  expect(described.dialect).toBe("mintlify");
  expect(described.map).toContain("docs/area-3/ — 1300 pages");
  expect(await describe(changed.start)).toBe(described);
  expect(changed.asked).toEqual([]);
  await describe(other.start);
  expect(other.asked).toContain("docs/docs.json");
  expect((await describe(fewer.start)).map).toContain("5196 pages");
});
