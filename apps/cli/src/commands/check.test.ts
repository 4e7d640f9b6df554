import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../testing.ts";

let repository: TestRepository;

beforeAll(async () => {
  repository = await makeRepository({
    "docs.json": '{ "navigation": { "pages": ["index"] } }\n',
    "index.mdx": "---\ntitle: Home\n---\n",
  });
  await repository.commit({ "index.mdx": "---\ntitle: Home\n---\n\n<5s\n", "lost.mdx": "Lost\n" }, "topic");
});
afterAll(() => repository.remove());

test("says what is wrong, a line each, and ends with 1", async () => {
  const { code, stdout, stderr } = await runCli({}, "check", repository.path, "--ref", "topic");

  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^index\.mdx:5:2 mdx-syntax The < before "5" doesn't start a valid tag/),
    "",
    expect.stringMatching(/^lost\.mdx:1:1 orphan-page warning: The page isn't in the navigation/),
    "",
    "1 error, 1 warning in 2 pages and 0 links.",
    "",
  ]);
});

test("prints one JSON object with the errors and the warnings", async () => {
  const { code, stdout } = await runCli({}, "check", repository.path, "--ref", "topic", "--since", "main", "--json");

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    errors: [{ path: "index.mdx", line: 5, column: 2, rule: "mdx-syntax", message: expect.any(String) }],
    warnings: [{ path: "lost.mdx", line: 1, column: 1, rule: "orphan-page", message: expect.any(String) }],
    notes: [],
    counts: { pages: 2, links: 0, unknownLinks: 0 },
    fixed: 0,
  });
});

test("ends with 0 where nothing is wrong, without a database or any variable", async () => {
  const { code, stdout } = await runCli({ DATABASE_URL: "postgres://nowhere.invalid/x" }, "check", repository.path);

  expect({ code, stdout }).toEqual({ code: 0, stdout: "No problems in 1 page and 0 links.\n" });
});

test("ends with 2 and a sentence when it is called wrongly", async () => {
  expect(await runCli({}, "check", "/nowhere")).toEqual({
    code: 2,
    stdout: "",
    stderr: "Folder /nowhere not found.\n",
  });
});

test("is coloured on a terminal, or when colours are asked for", async () => {
  const { stdout } = await runCli({ FORCE_COLOR: "1" }, "check", repository.path, "--ref", "topic");

  expect(stdout).toContain("\u001B[31mmdx-syntax\u001B[39m");
});

test("every output names the one correction that there is", async () => {
  await using site = await makeRepository({
    "docs.json": '{ "navigation": { "pages": ["index", "guides/keys"] } }\n',
    "index.mdx": "---\ntitle: Home\n---\n\n[Keys](/Guides/Keys)\n",
    "guides/keys.mdx": "---\ntitle: Keys\n---\n",
  });
  const check = async (...more: string[]) => (await runCli({}, "check", site.path, ...more)).stdout;
  const json = JSON.parse(await check("--json"));
  const sarif = JSON.parse(await check("--format", "sarif"));

  expect(json.errors).toMatchObject([
    { path: "index.mdx", line: 5, column: 1, rule: "broken-link", fix: { old: "/Guides/Keys", new: "/guides/keys" } },
  ]);
  expect(await check()).toMatch(/^index\.mdx:5:1 broken-link .*\/guides\/keys/);
  expect(await check("--format", "github")).toMatch(/^::error file=.*index\.mdx,line=5,col=1,.*\/guides\/keys/);
  expect(sarif.runs[0].results[0].message.text).toContain("/guides/keys");
});
