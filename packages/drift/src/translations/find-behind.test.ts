import { openLocalRepository } from "@docsteward/git/local/local-repository";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { afterEach, expect, test } from "vitest";
import { findBehindSections } from "./find-behind.ts";

const SOURCE = `# Cache

Keeps what was downloaded.

## Clear it

Run \`tool clear\` to remove all.

## Size

At most 10 GB.
`;
const GERMAN = `# Zwischenspeicher

Hält vor, was geladen wurde.

## Leeren

\`tool clear\` entfernt alles.

## Größe

Höchstens 10 GB.
`;

let repository: TestRepository;
afterEach(() => repository.remove());

async function start(files: Record<string, string> = { "docs/cache.md": SOURCE, "docs/de/cache.md": GERMAN }) {
  repository = await makeRepository(files);
  return repository;
}

const edit = (files: Record<string, string | null>, message: string) => repository.commit(files, "main", message);

async function findBehind() {
  const opened = await openLocalRepository(repository.url);
  const { pages, sections } = await findBehindSections({ repository: opened, head: await repository.head() });
  return {
    pages,
    sections: sections.map(({ page, kind, heading, line, commits }) => ({
      place: `${page}:${line}`,
      kind,
      heading,
      by: commits.map(({ subject }) => subject),
    })),
  };
}

test("a section that the source changed later is behind, with the commits, and no other", async () => {
  await start();
  await edit({ "docs/cache.md": SOURCE.replace("10 GB", "20 GB") }, "Larger cache");
  await edit({ "docs/cache.md": SOURCE.replace("10 GB", "30 GB") }, "Even larger cache");

  expect(await findBehind()).toEqual({
    pages: 1,
    sections: [
      { place: "docs/de/cache.md:9", kind: "changed", heading: "Size", by: ["Even larger cache", "Larger cache"] },
    ],
  });
});

test("a translation that was brought up to its source is not behind", async () => {
  await start();
  await edit({ "docs/cache.md": SOURCE.replace("10 GB", "20 GB") }, "Larger cache");
  await edit({ "docs/de/cache.md": GERMAN.replace("10 GB", "20 GB") }, "de: größer");

  expect((await findBehind()).sections).toEqual([]);
});

test("a commit that changes the source and its translation leaves nothing behind", async () => {
  await start();
  await edit(
    {
      "docs/cache.md": SOURCE.replaceAll("tool clear", "tool purge"),
      "docs/de/cache.md": GERMAN.replaceAll("tool clear", "tool purge"),
    },
    "Rename clear",
  );

  expect((await findBehind()).sections).toEqual([]);
});

test("what a commit does in several languages in the same way is no translation of what came before", async () => {
  await start({ "docs/cache.md": SOURCE, "docs/de/cache.md": GERMAN, "docs/fr/cache.md": GERMAN });
  await edit({ "docs/cache.md": SOURCE.replace("10 GB", "20 GB") }, "Larger cache");
  await edit(
    { "docs/de/cache.md": `${GERMAN}\n<!-- end -->\n`, "docs/fr/cache.md": `${GERMAN}\n<!-- end -->\n` },
    "Mark ends",
  );

  expect((await findBehind()).sections.map(({ place }) => place)).toEqual(["docs/de/cache.md:9", "docs/fr/cache.md:9"]);
});

test("new sections of the source are missing, and removed ones are left over", async () => {
  await start();
  const [head = ""] = SOURCE.split("## Size");
  await edit(
    { "docs/cache.md": `${head}## Where it is\n\nIn \`~/.cache/tool\`, or in \`TOOL_CACHE\`.\n` },
    "Place, no size",
  );

  expect((await findBehind()).sections).toEqual([
    { place: "docs/de/cache.md:null", kind: "added", heading: "Where it is", by: ["Place, no size"] },
    { place: "docs/de/cache.md:9", kind: "removed", heading: "Größe", by: ["Place, no size"] },
  ]);
});

test("lines that are wrapped in another way change nothing", async () => {
  await start();
  await edit({ "docs/cache.md": SOURCE.replace("Keeps what was", "Keeps\nwhat was") }, "Wrap lines");

  expect((await findBehind()).sections).toEqual([]);
});

test("code that the translation has already is not behind", async () => {
  await start();
  await edit({ "docs/de/cache.md": GERMAN.replace("tool clear", "tool purge") }, "de: purge");
  await edit({ "docs/cache.md": SOURCE.replace("tool clear", "tool purge") }, "Rename clear");

  expect((await findBehind()).sections).toEqual([]);
});

test("renamed pages keep their history", async () => {
  await start();
  await edit({ "docs/cache.md": SOURCE.replace("10 GB", "20 GB") }, "Larger cache");
  await edit(
    {
      "docs/cache.md": null,
      "docs/store.md": SOURCE.replace("10 GB", "20 GB"),
      "docs/de/cache.md": null,
      "docs/de/store.md": GERMAN,
    },
    "Rename the page",
  );

  expect((await findBehind()).sections).toEqual([
    { place: "docs/de/store.md:9", kind: "changed", heading: "Size", by: ["Larger cache"] },
  ]);
});
