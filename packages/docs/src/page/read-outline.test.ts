import { expect, test } from "vitest";
import type { DocsReader } from "../docs-reader.ts";
import { readSite } from "../read-site.ts";
import { readerOf } from "../testing.ts";

/** A site whose texts have names, which tells what was read of it. */
function namedReaderOf(files: Record<string, string>, copy: string) {
  const read: string[] = [];
  const reader: DocsReader = {
    ...readerOf(files),
    readMany: async (paths) => {
      read.push(...paths.filter((path) => path.endsWith(".md")));
      return readerOf(files).readMany(paths);
    },
    identify: (path) => `${copy} ${files[path]}`,
  };
  return { reader, read };
}

const START = { "docs.json": '{ "navigation": { "pages": ["a", "b"] } }', "a.md": "# A", "b.md": "# B" };
const EDITED = { ...START, "b.md": "# Edited", "c.md": "# A" };

test("of a later state of a site only texts that are new are read, and the site is the same as if all were", async () => {
  await readSite(namedReaderOf(START, "later").reader);
  const later = namedReaderOf(EDITED, "later");

  const site = await readSite(later.reader);

  expect(later.read).toEqual(["b.md", "c.md"]);
  const afresh = await readSite(readerOf(EDITED));
  expect([...site.pages]).toEqual([...afresh.pages]);
  expect([...site.routes]).toEqual([...afresh.routes]);
});

test("a name of another copy of a repository stands for another text", async () => {
  await readSite(namedReaderOf(START, "mine").reader);
  const theirs = namedReaderOf(START, "theirs");

  await readSite(theirs.reader);

  expect(theirs.read).toEqual(["a.md", "b.md"]);
});
