import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { runAction } from "../testing-action.ts";

const SITE = {
  "site/docs.json": '{ "navigation": { "pages": ["index", "lost"] } }\n',
  "site/index.mdx": "---\ntitle: Home\n---\n\nSee [it](/nowhere).\n",
};

function makeSite(files: Record<string, string> = SITE) {
  return makeRepository(files, { bare: false });
}

test("the action marks each problem at its place, writes a summary and fails", async () => {
  await using repository = await makeSite();

  const { code, output, summary } = await runAction(repository.path, { path: "site", sarif: "found.sarif" });

  expect(output).toContain("::error file=site/index.mdx,line=5,col=5,title=broken-link::The link /nowhere ");
  expect(output).toContain("::error file=site/docs.json,line=1,col=39,title=navigation-entry::");
  expect(summary).toContain("2 errors, 0 warnings in 1 page and 1 link.");
  expect(summary).toContain("| Error | index.mdx:5 | `broken-link` |");
  const sarif = JSON.parse(await readFile(join(repository.path, "found.sarif"), "utf8"));
  expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("site/docs.json");
  expect(code).toBe(1);
});

test("the action passes where nothing is new, and where errors are not to fail it", async () => {
  await using repository = await makeSite();
  await writeFile(join(repository.path, "site/index.mdx"), `${SITE["site/index.mdx"]}\nMore.\n`);

  const since = await runAction(repository.path, { path: "site", since: "HEAD" });
  const lenient = await runAction(repository.path, { path: "site", fail: "false" });

  expect(since).toMatchObject({ code: 0, summary: expect.stringContaining("No problems in 1 page and 1 link.") });
  expect(lenient).toMatchObject({ code: 0, summary: expect.stringContaining("2 errors") });
});

test("text of a page becomes neither a command of the runner nor marks of the summary", async () => {
  await using repository = await makeSite({
    ...SITE,
    "site/index.mdx": "---\ntitle: Home\n---\n\n[it](</a|b%0A::error::x>)\n\n![](./<b>.png)\n",
  });

  const { output, summary } = await runAction(repository.path, { path: "site" });

  expect(output.split("\n").filter((line) => line.startsWith("::")).length).toBe(
    output.split("\n").filter((line) => /^::(error|warning) file=/.test(line)).length,
  );
  expect(summary).not.toMatch(/<b>|\[it\]/);
});

test("wrong usage fails the step also where errors would not", async () => {
  await using repository = await makeSite();

  const { code, output } = await runAction(repository.path, { path: "nowhere", fail: "false" });

  expect(code).toBe(2);
  expect(output).toContain("Folder nowhere not found.");
});

test("drift marks the pages that a change makes false, and fails where that is wanted", async () => {
  const flag = (name: string) =>
    `export const options = { "${name}": "Serves on this port." };\nprocess.env.${name};\n`;
  await using repository = await makeSite({
    "src/serve.ts": flag("LANTERN_PORT"),
    "docs/serve.md": "# Serve\n\nSet `LANTERN_PORT` to choose the port.\n",
    "docs/other.md": "# Other\n\nNothing about it.\n",
  });
  await writeFile(join(repository.path, "src/serve.ts"), flag("LANTERN_LISTEN"));
  await repository.git("commit", "-qam", "Rename LANTERN_PORT to LANTERN_LISTEN");

  const given = { command: "drift", "docs-path": "docs", since: "HEAD~1" };
  const strict = await runAction(repository.path, given);
  const lenient = await runAction(repository.path, { ...given, fail: "false" });

  expect(strict.output).toContain("::warning file=docs/serve.md,line=3,title=Page to update::");
  expect(strict.output).not.toContain("docs/other.md");
  expect(strict.summary).toContain("| docs/serve.md:3 |");
  expect(strict.code).toBe(1);
  expect(lenient.code).toBe(0);
});

test("an unknown command and a job without a key fail the step in a sentence", async () => {
  await using repository = await makeSite();

  const unknown = await runAction(repository.path, { command: "mend" });
  const keyless = await runAction(repository.path, {
    command: "job",
    host: "https://docsteward.example.com",
    prompt: "x",
  });
  const open = await runAction(repository.path, {
    command: "job",
    host: "http://docsteward.example.com",
    key: "svc_x",
  });

  expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining("must be check, drift or job") });
  expect(keyless).toMatchObject({ code: 2, output: expect.stringContaining("The admin key is missing.") });
  expect(open).toMatchObject({ code: 2, output: expect.stringContaining("starts with https://") });
  expect(open.output).not.toContain("svc_x");
});
