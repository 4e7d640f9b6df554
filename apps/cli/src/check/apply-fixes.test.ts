import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { runCheck } from "./run-check.ts";

const SITE = {
  "docs.json": '{ "navigation": { "pages": ["index", "Guide/Setup"] } }\n',
  "index.mdx": [
    "---\ntitle: Home\n---\n",
    "[/guide/setup](/guide/setup) and [again](./guide/Setup#now 'the setup').\n",
    "[one]: /guide/SETUP\n\nSee [one].\n",
    "![Logo](/Images/Logo.PNG)\n",
    "[gone](/gone)\n",
  ].join("\n"),
  "Guide/Setup.mdx": "---\ntitle: Setup\n---\n\n## Now\n\n[up](#NOW)\n",
  "images/logo.png": "",
};

async function makeFolder(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), "docsteward-fix-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test("a link, an anchor and an image that differ in case alone are corrected, and nothing else", async () => {
  await using folder = await makeFolder(SITE);

  const { fixed, errors } = await runCheck({ target: folder.path, fix: true });

  expect(await readFile(join(folder.path, "index.mdx"), "utf8")).toBe(
    SITE["index.mdx"]
      .replace("(/guide/setup)", "(/Guide/Setup)")
      .replace("./guide/Setup#now", "./Guide/Setup#now")
      .replace("/guide/SETUP", "/Guide/Setup")
      .replace("/Images/Logo.PNG", "/images/logo.png"),
  );
  expect(await readFile(join(folder.path, "Guide/Setup.mdx"), "utf8")).toContain("[up](#now)");
  expect({ fixed, left: errors.map(({ message }) => message) }).toEqual({
    fixed: 5,
    left: ["The link /gone doesn't match any page. Correct it or remove it."],
  });
});

test("links to a page that was moved since a commit are written anew, in the form they had", async () => {
  const files = {
    "docs.json": '{ "navigation": { "pages": ["index", "a/b"] } }\n',
    "index.mdx": "---\ntitle: Home\n---\n\n[b](/a/b#x) [b](./a/b.mdx) [b](a/b)\n",
    "a/b.mdx": "---\ntitle: B\n---\n\n## X\n\nSome text.\n",
  };
  await using repository = await makeRepository(files, { bare: false });
  await mkdir(join(repository.path, "c"));
  await writeFile(join(repository.path, "c/d.mdx"), files["a/b.mdx"]);
  await rm(join(repository.path, "a/b.mdx"));

  const { fixed } = await runCheck({ target: repository.path, since: "HEAD", fix: true });

  expect(fixed).toBe(3);
  expect(await readFile(join(repository.path, "index.mdx"), "utf8")).toContain("[b](/c/d#x) [b](./c/d.mdx) [b](c/d)");
});

test("a link to a former address gets the new one", async () => {
  await using folder = await makeFolder({
    "docs.json":
      '{ "navigation": { "pages": ["index", "new"] }, "redirects": [{ "source": "/old", "destination": "/new" }] }\n',
    "index.mdx": '---\ntitle: Home\n---\n\n[/old](/old#x) <Card href="/old" title="Old" />\n',
    "new.mdx": "---\ntitle: New\n---\n\n## X\n",
  });

  const { fixed, notes } = await runCheck({ target: folder.path, fix: true });

  expect({ fixed, notes }).toEqual({ fixed: 2, notes: [] });
  expect(await readFile(join(folder.path, "index.mdx"), "utf8")).toContain(
    '[/old](/new#x) <Card href="/new" title="Old" />',
  );
});

test("a page that is a link to a file elsewhere is never written", async () => {
  await using outside = await makeFolder({ "page.mdx": "---\ntitle: Out\n---\n\n[x](/index#HOME)\n" });
  await using folder = await makeFolder({
    "docs.json": '{ "navigation": { "pages": ["index", "out"] } }\n',
    "index.mdx": "---\ntitle: Home\n---\n\n## Home\n",
  });
  await symlink(join(outside.path, "page.mdx"), join(folder.path, "out.mdx"));

  const { fixed } = await runCheck({ target: folder.path, fix: true });

  expect(fixed).toBe(0);
  expect(await readFile(join(outside.path, "page.mdx"), "utf8")).toContain("#HOME");
});

test("a commit is not corrected", async () => {
  await using repository = await makeRepository(SITE);

  await expect(runCheck({ target: repository.path, fix: true })).rejects.toThrow("--fix needs files on disk.");
});
