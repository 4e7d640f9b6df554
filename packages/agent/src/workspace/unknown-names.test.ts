import { makeTestJob } from "@docsteward/git/testing-jobs";
import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";
import { findUnknownNames, forgetAll } from "./unknown-names.ts";

const PAGE = "---\ntitle: CLI\n---\n\n";

/** What is found after a page of a site has become another one. */
async function unknownIn(after: string, { before = "", others = "", prompts = [] as string[] } = {}) {
  await using job = await makeTestJob({ "cli.md": `${PAGE}${before}`, "other.md": `${PAGE}${others}` });
  await job.workspace.write("cli.md", `${PAGE}${before}${after}`);
  return (await findUnknownNames(job.workspace, prompts)).map(({ name, value }) =>
    value === undefined ? name : `${name}=${value}`,
  );
}

test.each([
  ["a flag", "Run `glimmer --fast-start` now.\n", "--fast-start"],
  ["a flag in a block", "```sh\nglimmer run --fast-start=1\n```\n", "--fast-start"],
  ["a variable", "Set `GLIMMER_REGION`.\n", "GLIMMER_REGION"],
  ["an option", "Set `maxRetries` or `retry.count`.\n", "maxRetries,retry.count"],
  ["a key of a configuration", "```yaml title=x\n- retries: 3\n```\n", "retries"],
  ["a default of a known option", "`timeout`: the time to wait. Default: `45s`.\n", "timeout=45s"],
])("%s that no page of the base has is found", async (_, text, found) => {
  expect(await unknownIn(text, { others: "The `timeout` is a number.\n" })).toEqual(found.split(","));
});

test.each([
  ["what another page says, in prose or code", "Use `--fast-start` and `GLIMMER_REGION`.\n"],
  ["what the page had before", "Then `--old` again.\n"],
  ["what the prompt names", "Use `--asked`.\n"],
  ["a default that a line of the base gives to the option", "`retryCount` is 3 unless set. Default `3`.\n"],
  ["prose", "The GLIMMER_ZONE and --slow are no code here.\n"],
  ["plain words, files and placeholders", "Use `value`, `docs.json`, `npm`, `YOUR_API_KEY`, `__init__`.\n"],
  ["code of a language", "```ts\nconst userName = 1;\nretries: 3\n```\n"],
])("%s is not", async (_, text) => {
  const others = "Start with --fast-start in GLIMMER_REGION. The `retryCount` defaults to 3.\n";

  expect(await unknownIn(text, { before: "`--old`\n", others, prompts: ["Document --asked"] })).toEqual([]);
});

test("a page that moves brings no new names, and a name with a shell's mark is known", async () => {
  await using job = await makeTestJob({
    "cli.md": `${PAGE}\`\`\`sh\n# 设置GLIMMER_PORT\n\`\`\`\n`,
    "other.md": "```sh\necho $GLIMMER_REGION\n```\n",
  });
  await job.workspace.move("cli.md", "reference.md");
  const { text = "" } = (await job.workspace.read("reference.md")) ?? {};
  await job.workspace.write("reference.md", `${text}Set \`GLIMMER_REGION\`, not \`GLIMMER_ZONE\`.\n`);

  expect((await findUnknownNames(job.workspace, [])).map(({ name }) => name)).toEqual(["GLIMMER_ZONE"]);
});

test("the place is the line of the page", async () => {
  await using job = await makeTestJob({ "cli.md": PAGE });
  await job.workspace.write("cli.md", `${PAGE}\nUse \`--fast\`.\n`);

  expect(await findUnknownNames(job.workspace, [])).toEqual([{ name: "--fast", path: "cli.md", line: 6 }]);
});

test("the process that reads large pages for known names does other work between them", async () => {
  const unknown = new Map([["--fast-start", { name: "--fast-start", path: "cli.md", line: 1 }]]);
  const words = Array.from({ length: 80_000 }, (_, number) => `w${number}`).join(" ");
  let turns = 0;
  const count = () => {
    turns += 1;
    if (unknown.size > 0) setImmediate(count);
  };
  setImmediate(count);

  await forgetAll(unknown, [words, words, words, words, "Run --fast-start."]);

  expect(unknown.size).toBe(0);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test("the checks ask the model for the source of a name, unless a prompt or a source has it", async () => {
  const prompts = ["Document --fast."];
  const sources = { app: { "src/main.ts": "const options = { noCache: false };\n" } };
  await using tools = await openTestTools({ "cli.md": "# CLI\n\nRun it.\n" }, "", { prompts, sources });

  await tools.call("read", { path: "cli.md" });
  await tools.call("edit", { path: "cli.md", old: "Run it.", new: "Run it with `--fast`, `--no-cache` or `--slow`." });
  const { output } = await tools.call("validate", {});

  expect(output).toMatchObject({
    questions: [
      "cli.md: --slow on line 3 is neither in the request, nor on a page of the base, nor in a source: are you sure of it?",
    ],
  });
});
