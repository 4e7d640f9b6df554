import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";
import { findUnknownNames } from "../workspace/unknown-names.ts";

const DOCS = { "index.md": "# Home\n\nRun `tool`.\n" };
const APP = {
  "src/options.ts":
    'export const options = {\n  /** Tries before it gives up. */\n  maxRetries: 3,\n  noCache: process.env.TOOL_NO_CACHE === "1",\n};\n',
  "src/run.ts": 'import { options } from "./options.ts";\n\nrun(options);\n',
  "test/options.test.ts": "expect(options.maxRetries).toBe(3);\n",
};

const open = (docs: Record<string, string> = DOCS) => openTestTools(docs, "", { sources: { app: APP, gone: null } });

test("read, grep, glob, list and search take paths of a source", async () => {
  await using tools = await open();

  expect((await tools.call("read", { path: "@app/src/run.ts" })).output).toBe(
    '@app/src/run.ts (lines 1–4 of 4)\n1\timport { options } from "./options.ts";\n2\t\n3\trun(options);\n4\t',
  );
  expect((await tools.call("grep", { pattern: "maxRetries", path: "@app" })).output).toBe(
    "@app/src/options.ts:3:  maxRetries: 3,\n\n@app/test/options.test.ts:1:expect(options.maxRetries).toBe(3);\n\n2 matches in 2 files.",
  );
  expect((await tools.call("glob", { pattern: "@app/**/*.ts" })).output).toMatchObject({
    paths: ["@app/src/options.ts", "@app/src/run.ts", "@app/test/options.test.ts"],
  });
  expect((await tools.call("list", { path: "@app/src" })).output).toMatchObject({
    entries: [
      { path: "@app/src/options.ts", kind: "file" },
      { path: "@app/src/run.ts", kind: "file" },
    ],
  });
  expect((await tools.call("search", { query: "How many retries are there?", path: "@app" })).output).toMatch(
    /^1\. @app\/src\/options\.ts\n3: maxRetries: 3,\n\n2\. @app\/test\/options\.test\.ts\n/,
  );
});

test("globs and context of grep hold in a source, with or without its name", async () => {
  await using tools = await open();
  const grep = async (input: object) => (await tools.call("grep", { pattern: "options", ...input })).output;

  expect(await grep({ glob: "@app/src/**", filesOnly: true })).toBe(
    "@app/src/options.ts: 1 line\n@app/src/run.ts: 2 lines\n2 files",
  );
  expect(await grep({ path: "@app", exclude: ["@app/src/**"], filesOnly: true })).toBe(
    "@app/test/options.test.ts: 1 line\n1 file",
  );
  expect(await grep({ pattern: "Tries", path: "@app/src/options.ts", context: 1 })).toContain("3-  maxRetries: 3,");
});

test("log and show read the history of a source", async () => {
  await using tools = await open();

  const { output } = await tools.call("log", { path: "@app/src/run.ts" });
  const [commit = ""] = String(output).split(" ");

  expect(commit).toMatch(/^@app\/[0-9a-f]{12}$/);
  expect((await tools.call("show", { commit })).output).toContain("+run(options);");
});

test.each([
  ["edit", { path: "@app/src/run.ts", old: "run", new: "stop" }],
  ["multi_edit", { path: "@app/src/run.ts", edits: [{ old: "run", new: "stop" }] }],
  ["write", { path: "@app/README.md", content: "# Hello\n" }],
  ["move", { from: "index.md", to: "@app/index.md" }],
  ["move", { from: "@app/src/run.ts", to: "run.md" }],
  ["delete", { path: "@app/src/run.ts" }],
])("%s of a source is refused with one sentence", async (name, input) => {
  await using tools = await open();
  await tools.call("read", { path: "@app/src/run.ts" });
  await tools.call("read", { path: "index.md" });

  const { isError, output } = await tools.call(name, input);

  expect(isError).toBe(true);
  expect(JSON.stringify(output)).toContain("is in a source, which is read-only. Change pages of the docs instead.");
  expect(await tools.workspace.changes()).toEqual([]);
});

test("a source is opened when a call first looks there, once, and one that is gone says so", async () => {
  await using tools = await open();
  await tools.call("read", { path: "index.md" });
  expect(tools.sourcesRead).toEqual([]);

  await tools.call("read", { path: "@app/src/run.ts" });
  await tools.call("grep", { pattern: "x", path: "@app" });
  const gone = await tools.call("grep", { pattern: "x", path: "@gone/src" });

  expect(tools.sourcesRead).toEqual([
    { name: "app", ref: "main", commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
    { name: "gone", ref: "main", error: expect.any(String) },
  ]);
  expect(gone.isError).toBe(true);
  expect(JSON.stringify(gone.output)).toMatch(/source @gone can't be read. Continue without it, and say so/);
});

test("a file that the source does not have names the nearest one, and a folder of the docs may begin with @", async () => {
  await using tools = await open({ ...DOCS, "@guides/a.md": "# A\n" });

  expect((await tools.call("read", { path: "@app/run.ts" })).output).toEqual({
    error: "The source @app has no file run.ts. Did you mean @app/src/run.ts?",
  });
  expect((await tools.call("read", { path: "@guides/a.md" })).isError).toBe(false);
});

test("a secret that a source holds can't be written into a page", async () => {
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}`;
  await using tools = await openTestTools(DOCS, "", {
    sources: { app: { "src/a.ts": `const token = "${token}";\n` } },
  });
  await tools.call("read", { path: "index.md" });
  expect(JSON.stringify((await tools.call("read", { path: "@app/src/a.ts" })).output)).toContain(token);

  const edited = await tools.call("edit", { path: "index.md", old: "`tool`", new: `\`tool ${token}\`` });

  expect(edited.isError).toBe(true);
  expect(JSON.stringify(edited.output)).toContain("Use a placeholder instead.");
});

test("what a source names in any spelling, and a default near its name, is found elsewhere", async () => {
  await using tools = await open();
  await tools.workspace.write(
    "index.md",
    `${DOCS["index.md"]}\nUse \`--no-cache\`, \`TOOL_NO_CACHE\` and \`--fast\`.\n\n- \`maxRetries\`: default \`3\`\n- \`max_retries\`: default \`7\`\n`,
  );

  const without = await findUnknownNames(tools.workspace, []);
  const found = await findUnknownNames(tools.workspace, [], tools.sources);

  expect(without.map(({ name }) => name)).toEqual([
    "--no-cache",
    "TOOL_NO_CACHE",
    "--fast",
    "maxRetries",
    "max_retries",
  ]);
  expect(found.map(({ name, value }) => [name, value])).toEqual([
    ["--fast", undefined],
    ["max_retries", "7"],
  ]);
});

test("names are found in a source however many there are, also beside a file in another encoding", async () => {
  const names = Array.from({ length: 150 }, (_, at) => `--${"long-".repeat(4)}option-${at}`);
  const latin = Buffer.concat([Buffer.from([0xe9, 0x0a]), Buffer.from(names.join("\n"))]);
  await using tools = await openTestTools(DOCS, "", {
    sources: { app: { "a/old.txt": latin, "src/a.ts": `${names.join("\n")}\ndefault 3\n` } },
  });
  const last = names.at(-1);
  const page = names.map((name) => `Use \`${name}\`.`).join("\n\n");
  await tools.workspace.write("index.md", `${DOCS["index.md"]}\n${page}\n\n- \`${last}\`: default \`3\`\n`);

  const found = await findUnknownNames(tools.workspace, [], tools.sources);

  expect(found).toEqual([]);
});

test("nothing is said of a name, or of its default, where a source has too many matches to read them all", async () => {
  const crowd = (line: (at: number) => string) => Array.from({ length: 300 }, (_, at) => line(at)).join("\n");
  await using tools = await openTestTools(DOCS, "", {
    sources: {
      app: {
        "a.ts": crowd((at) => `const fastest${at} = ${at};`),
        "b.ts": crowd((at) => `use(maxRetries, place${at});\n\n\n\n`),
        "z.ts": 'run("--fast");\nconst maxRetries = 9.5;\n',
      },
    },
  });
  const added = "Use `--fast` and `--slow`.\n\n- `maxRetries`: default `9.5`\n";
  await tools.workspace.write("index.md", `${DOCS["index.md"]}\n${added}`);

  const found = await findUnknownNames(tools.workspace, [], tools.sources);

  expect(found.map(({ name }) => name)).toEqual(["--slow"]);
});

test("nothing is said of a name that is too long to be looked for in a source", async () => {
  await using tools = await openTestTools(DOCS, "", { sources: { app: { "a.ts": "start();\n" } } });
  const long = Array.from({ length: 200 }, () => "A").join("_");
  await tools.workspace.write("index.md", `${DOCS["index.md"]}\n\`\`\`sh\n${long}=1 run --slow\n\`\`\`\n`);

  const without = await findUnknownNames(tools.workspace, []);
  const found = await findUnknownNames(tools.workspace, [], tools.sources);

  expect(without.map(({ name }) => name)).toEqual(["--slow", long]);
  expect(found.map(({ name }) => name)).toEqual(["--slow"]);
});
