import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { UsageError } from "../options.ts";
import { formatAnnotations, formatText, toSarif } from "./report.ts";
import { type CheckRequest, runCheck } from "./run-check.ts";

const SITE = {
  "docs.json": '{ "navigation": { "pages": ["index", "guide"] } }\n',
  "index.mdx": "---\ntitle: Home\n---\n\n[Guide](/guide) ![Logo](/logo.svg)\n",
  "guide.mdx": "---\ntitle: Guide\n---\n\n[Gone](/gone)\n",
  "logo.svg": "<svg/>\n",
};

async function briefOf(request: CheckRequest): Promise<string[]> {
  const { errors, warnings } = await runCheck(request);
  return [...errors, ...warnings].map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function makeFolder(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), "docsteward-check-"));
  await writeFiles(path, files);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test("checks a folder that is no repository, with its images", async () => {
  await using folder = await makeFolder({ ...SITE, "index.mdx": `${SITE["index.mdx"]}\n![x](/nothing.png)\n` });

  expect(await briefOf({ target: folder.path })).toEqual(["guide.mdx:5 broken-link", "index.mdx:7 missing-asset"]);
});

test("a link to nothing and a folder of modules are passed over", async () => {
  await using folder = await makeFolder({ ...SITE, "node_modules/a/README.mdx": "<5\n" });
  await symlink("/nowhere", join(folder.path, "lost.mdx"));

  expect(await briefOf({ target: folder.path })).toEqual(["guide.mdx:5 broken-link"]);
});

test("a page that is a symbolic link is there, and nothing is said of what it links to", async () => {
  await using folder = await makeFolder({
    ...SITE,
    "text/shared.md": "# Shared\n\n[Beside](beside.mdx)\n",
    "linking.mdx": "---\ntitle: Linking\n---\n\n[Shared](/shared#part)\n\n[Gone](/shares)\n",
  });
  await symlink("text/shared.md", join(folder.path, "shared.md"));

  const found = await briefOf({ target: folder.path });
  expect(found.filter((one) => /^(?:shared|linking).*broken/.test(one))).toEqual(["linking.mdx:7 broken-link"]);
});

test("checks the files of a checkout as they are on disk, without those that git ignores", async () => {
  await using repository = await makeRepository({ ...SITE, ".gitignore": "/build\n" }, { bare: false });
  await writeFiles(repository.path, { "build/a.mdx": "<5\n", "new.mdx": "---\ntitle: New\n---\n\n<5\n" });
  await rm(join(repository.path, "logo.svg"));

  expect(await briefOf({ target: repository.path })).toEqual([
    "guide.mdx:5 broken-link",
    "index.mdx:5 missing-asset",
    "new.mdx:5 mdx-syntax",
    "new.mdx:1 orphan-page",
  ]);
});

test("with a commit to compare with only findings in files that changed on disk are reported, staged or not", async () => {
  await using repository = await makeRepository(SITE, { bare: false });
  await writeFiles(repository.path, { "guide.mdx": `${SITE["guide.mdx"]}\n[Also gone](/also-gone)\n` });

  expect(await briefOf({ target: repository.path, since: "main" })).toEqual(["guide.mdx:7 broken-link"]);
});

test("a bare repository is checked at its head, or at a ref, and compared from where it left the base", async () => {
  await using repository = await makeRepository(SITE);
  await repository.commit({ "index.mdx": "---\ntitle: Home\n---\n\n{colour}\n" }, "topic");
  await repository.commit({ "guide.mdx": "---\ntitle: Guide\n---\n" });

  expect(await briefOf({ target: repository.path })).toEqual([]);
  expect(await briefOf({ target: repository.path, ref: "topic" })).toEqual([
    "guide.mdx:5 broken-link",
    "index.mdx:5 undefined-name",
  ]);
  expect(await briefOf({ target: repository.url, ref: "topic", since: "main" })).toEqual([
    "index.mdx:5 undefined-name",
  ]);
});

test("an image that was deleted breaks the pages that show it", async () => {
  await using repository = await makeRepository(SITE);
  await repository.commit({ "logo.svg": null }, "topic");

  expect(await briefOf({ target: repository.path, ref: "topic", since: "main" })).toEqual([
    "index.mdx:5 missing-asset",
  ]);
});

test("a page moved with its links gets no findings, however much of it is new", async () => {
  await using repository = await makeRepository({ ...SITE, "guide.mdx": `${SITE["guide.mdx"]}\nOne.\n\nTwo.\n` });
  await repository.commit(
    {
      "guide.mdx": null,
      "start/guide.mdx": `${SITE["guide.mdx"]}\nOne.\n\nTwo and more.\n`,
      "index.mdx": "---\ntitle: Home\n---\n\n[Guide](/start/guide)\n",
      "docs.json": '{ "navigation": { "pages": ["index", "start/guide"] } }\n',
    },
    "topic",
  );

  expect(await briefOf({ target: repository.path, ref: "topic", since: "main" })).toEqual([]);
});

test("a folder inside a repository, and pages in a folder of one, are checked alone", async () => {
  const files = Object.fromEntries(Object.entries(SITE).map(([path, text]) => [`docs/${path}`, text]));
  await using repository = await makeRepository({ ...files, "other/a.mdx": "<5\n" }, { bare: false });
  await writeFiles(repository.path, { "docs/index.mdx": "---\ntitle: Home\n---\n\n<5\n" });

  expect(await briefOf({ target: join(repository.path, "docs"), since: "HEAD" })).toEqual(["index.mdx:5 mdx-syntax"]);
  expect(await briefOf({ target: repository.path, docsPath: "./docs/" })).toEqual([
    "docs/guide.mdx:5 broken-link",
    "docs/index.mdx:5 mdx-syntax",
  ]);
});

test("the project's configuration is read from disk", async () => {
  await using folder = await makeFolder({
    ...SITE,
    ".docsteward/checks.json": '{ "rules": { "broken-link": "warn" } }\n',
  });

  expect(await runCheck({ target: folder.path })).toMatchObject({ errors: [], warnings: [{ rule: "broken-link" }] });
});

test.each([
  ["a folder that is not there", { target: "/nowhere" }, "Folder /nowhere not found."],
  ["another machine", { target: "https://example.com/a.git" }, "is not on this machine"],
  ["a folder without pages", { target: import.meta.dirname }, "No page (.md, .mdx) found in"],
])("%s is wrong usage", async (_name, request, sentence) => {
  await expect(runCheck(request)).rejects.toThrow(UsageError);
  await expect(runCheck(request)).rejects.toThrow(sentence);
});

test("a commit that is none, and one without a repository, are wrong usage", async () => {
  await using repository = await makeRepository(SITE);
  await using folder = await makeFolder(SITE);

  await expect(runCheck({ target: repository.path, since: "--all" })).rejects.toThrow('Commit "--all" not found');
  await expect(runCheck({ target: folder.path, since: "main" })).rejects.toThrow("is not in a git repository");
});

test("many findings of one cause are said once in each output, as a note with its place", async () => {
  const links = ["read", "write", "list", "drop"].map((name) => `[${name}](./api/${name}.md#x)`).join(" ");
  await using folder = await makeFolder({
    "docusaurus.config.js": "module.exports = { title: 'Lantern' };\n",
    "docs/read.md": "# Read\n\nText.\n",
    "docs/write.md": "# Write\n\nText.\n",
    "docs/list.md": "# List\n\nText.\n",
    "docs/intro.md": `# Intro\n\n${links}\n`,
    "docs/start.md": `# Start\n\n${links}\n`,
  });
  const outcome = await runCheck({ target: folder.path });

  expect({ errors: outcome.errors, notes: outcome.notes }).toEqual({
    errors: [],
    notes: [expect.objectContaining({ path: "docs/intro.md", line: 3, column: 1, rule: "shared-cause" })],
  });
  const text = stripVTControlCharacters(formatText(outcome));
  expect(text.match(/^docs\/intro\.md:3:1 shared-cause note: 8 links on 2 pages /gm)).toHaveLength(1);
  expect(text).toContain("No problems, 1 note in 5 pages");
  expect(formatAnnotations(outcome).match(/^::notice file=docs\/intro\.md,line=3,/gm)).toHaveLength(1);
  const [run] = toSarif(outcome).runs;
  expect(run?.results?.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual(["shared-cause note"]);
});
