import { searchPagesBounded } from "@docsteward/docs/search/bounded-search";
import { makeTestJob } from "@docsteward/git/testing-jobs";
import { expect, test } from "vitest";
import { grepPageFiles, grepPages, requiredText } from "./grep-pages.ts";

test.each([
  ["rotate the key", "rotate the key"],
  ["^## Install$", "## Install"],
  ["colou?r of glass", "r of glass"],
  ["ab+cdef", "cdef"],
  ["limit{2,3} of calls", " of calls"],
  ["(^|[^[:alnum:]])docs[.]example($|[^a-z])", "example"],
  ["docs\\.example\\.com", "docs.example.com"],
  ["\\bword\\b", "word"],
  ["[]a]tail", "tail"],
  ["a.{3}", null],
  ["one|two", null],
  ["(one|two)", null],
  ["[open", null],
  ["a)bcd", null],
  ["été", null],
  ["ab", null],
])("every match of %s holds %s", (pattern, text) => {
  expect(requiredText(pattern)).toBe(text);
});

test("on a large site a search finds the same before and after the site was read, edits included", async () => {
  const names = Array.from({ length: 2_100 }, (_, index) => `guides/page-${index}.md`);
  const text = (index: number) =>
    `# Page ${index}\n\nThe Lantern of room ${index} shines${index % 700 === 3 ? ", and the beacon too" : ""}.\n`;
  await using job = await makeTestJob({
    "docs.json": '{ "name": "beacon", "navigation": { "pages": ["guides/page-1"] } }\n',
    ...Object.fromEntries(names.map((name, index) => [name, text(index)])),
  });
  const { workspace } = job;
  await workspace.write("guides/page-9.md", "# Nine\n\nA BEACON by night.\n");
  const searches = [
    { pattern: "the beacon too" },
    { pattern: "beacon", options: { ignoreCase: true } },
    { pattern: "beacon", path: "guides" },
    { pattern: "beac+on", path: "./docs.json" },
    { pattern: "lighthouse" },
    { pattern: "room 12(34|35)" },
    { pattern: "Lantern" },
  ];
  const findAll = async () => {
    const found = [];
    for (const one of searches) found.push(await grepPages(workspace, one), await grepPageFiles(workspace, one));
    return found;
  };
  const before = await findAll();

  await searchPagesBounded({ site: workspace }, { query: "lantern" }, { cpuSeconds: 5 });
  await workspace.write("guides/page-8.md", "# Eight\n\nNo light.\n");

  expect(await findAll()).toEqual(before);
  expect(before.map((found) => ("matches" in found ? found.matches : found.files).length)).toEqual([
    3, 3, 5, 5, 3, 3, 1, 1, 0, 0, 2, 2, 200, 500,
  ]);
  await expect(grepPages(workspace, { pattern: "beacon (" })).rejects.toThrow(
    "not a valid extended regular expression",
  );
});
