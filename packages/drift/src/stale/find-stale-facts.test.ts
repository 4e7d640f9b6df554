import { openLocalRepository } from "@docsteward/git/local/local-repository";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { findStaleFacts } from "./find-stale-facts.ts";

const OPTIONS = `export const options = {
  "no-cache": false,
  maxRetries: 3,
  TOOL_TOKEN: "",
};
`;

async function findAfter(pages: Record<string, string>, ...changes: Record<string, string | null>[]) {
  await using repository = await makeRepository({
    "src/options.ts": OPTIONS,
    "src/run/start.ts": "start();\n",
    ...pages,
  });
  for (const files of changes) await repository.commit(files);
  const opened = await openLocalRepository(repository.url);
  return (await findStaleFacts({ repository: opened, head: await repository.head() })).names;
}

test("a flag, an option, a variable and a path that commits removed are named, with the commit", async () => {
  const page =
    "# Use\n\nRun `tool --no-cache` or set `maxRetries`.\n\n```sh\nTOOL_TOKEN=x tool\n```\n\nSee `src/run/start.ts`.\n";
  const names = await findAfter(
    { "docs/use.md": page },
    { "src/options.ts": "export const options = {};\n", "src/run/start.ts": null },
  );

  expect(names.map(({ page: path, line, kind, written }) => `${path}:${line} ${kind} ${written}`)).toEqual([
    "docs/use.md:3 flag --no-cache",
    "docs/use.md:3 option maxRetries",
    "docs/use.md:6 variable TOOL_TOKEN",
    "docs/use.md:9 path src/run/start.ts",
  ]);
  expect(names[0]?.removedBy).toMatchObject({
    path: "src/options.ts",
    subject: "Change src/options.ts, src/run/start.ts",
  });
});

test("names that some source still knows in another spelling are left out", async () => {
  const page = "# Use\n\nRun `tool --no-cache`.\n";
  const names = await findAfter({ "docs/use.md": page }, { "src/options.ts": "export const noCache = false;\n" });

  expect(names).toEqual([]);
});

test("what the code never had belongs to other products", async () => {
  expect(await findAfter({ "docs/use.md": "# Use\n\nRun `git --no-pager log` and set `OTHER_TOKEN`.\n" })).toEqual([]);
});

test("lines, sections and pages that speak of the past are left out", async () => {
  const pages = {
    "docs/use.md":
      "# Use\n\nThe flag `--no-cache` was removed in 2.0.\n\n## Deprecated\n\nSome text.\n\nThe option `maxRetries`.\n",
    "docs/migration.md": "# Next\n\nUse `TOOL_TOKEN`.\n",
  };

  expect(await findAfter(pages, { "src/options.ts": "export const options = {};\n" })).toEqual([]);
});

test("a name that a page got after the code had lost it is another one", async () => {
  const names = await findAfter(
    {},
    { "src/options.ts": "export const options = {};\n" },
    { "docs/use.md": "# Use\n\nThe sandbox takes `maxRetries`.\n" },
  );

  expect(names).toEqual([]);
});

async function findAgainst(
  pages: Record<string, string>,
  code: Record<string, string>,
  ...changes: Record<string, string | null>[]
) {
  await using docs = await makeRepository(pages);
  await using app = await makeRepository(code);
  for (const files of changes) await app.commit(files);
  return await findStaleFacts({
    repository: await openLocalRepository(docs.url),
    head: await docs.head(),
    sources: [{ name: "app", repository: await openLocalRepository(app.url), head: await app.head() }],
  });
}

test("pages of one repository are held against the code of another", async () => {
  const page = "# Use\n\nRun `tool --no-cache` with `maxRetries`, and `other --flag-of-others`.\n";
  const { names } = await findAgainst(
    { "use.md": page },
    { "src/options.ts": OPTIONS },
    { "src/options.ts": "export const options = {\n  maxRetries: 3,\n};\n" },
  );

  expect(names.map(({ page: path, line, written, message }) => [path, line, written, message])).toEqual([
    [
      "use.md",
      3,
      "--no-cache",
      expect.stringMatching(/^Flag `--no-cache` is in no source: commit \w+ removed it from @app\/src\/options\.ts\.$/),
    ],
  ]);
});

const ARGS = `parser.add_argument("--max-retries", type=int, default=5, help="x")
parser.add_argument("--log-level", default="info")
parser.add_argument("--dry-run", default=False)
parser.add_argument("--batch-size", default=10 * 2)
`;

test("defaults that the code contradicts are listed: in tables, below headings and in prose", async () => {
  const page = [
    "# Options",
    "",
    "| Option | Default |",
    "| --- | --- |",
    "| `--max-retries` | `3` |",
    "| `--log-level` | `info` |",
    "| `--batch-size` | `10` |",
    "",
    "## `log-level`",
    "",
    "- **Default:** `warn`",
    "",
    "Use `--max-retries <n>` (default `5`), or `--dry-run`, by default `true`.",
    "",
  ].join("\n");

  const { defaults } = await findAgainst({ "options.md": page }, { "src/args.py": ARGS });

  expect(defaults.map(({ line, written, stated, actual }) => [line, written, stated, actual])).toEqual([
    [5, "--max-retries", "3", "5"],
    [11, "log-level", "warn", "info"],
  ]);
  expect(defaults[0]?.message).toBe(
    "The default of `--max-retries` is `5` in @app/src/args.py:1, and the page says `3`.",
  );
});

test("a name with two defaults, of one word, or with a value of another kind says nothing", async () => {
  const page = "# Options\n\n- `maxRetries`: default `3`\n- `retries`: default `3`\n- `logLevel`: default `1`\n";
  const code = {
    "src/a.py": 'p.add_argument("--max-retries", default=5)\np.add_argument("--retries", default=5)\n',
    "src/b.py": 'p.add_argument("--max-retries", default=7)\np.add_argument("--log-level", default="info")\n',
  };

  expect((await findAgainst({ "options.md": page }, code)).defaults).toEqual([]);
});

test("a name that a sample imports from the product and that a commit removed is named", async () => {
  const pages = {
    "package.json": '{ "name": "tool" }',
    "src/index.ts": "export function createApp() {}\nexport function openApp() {}\n",
    "docs/use.md":
      '# Use\n\n```ts\nimport { createApp, openApp } from "tool";\nimport { createApp as x } from "other";\n```\n',
  };
  const names = await findAfter(pages, { "src/index.ts": "export function openApp() {}\n" });

  expect(names.map(({ line, kind, written }) => `${line} ${kind} ${written}`)).toEqual(["4 import createApp"]);
});

test("pages of an earlier version are left out, and those of the only version are not", async () => {
  const page = "# Use\n\nRun `tool --no-cache`.\n";
  const gone = { "src/options.ts": "export const options = {};\n" };
  const pagesOf = async (...paths: string[]) =>
    (await findAfter(Object.fromEntries(paths.map((path) => [path, page])), gone)).map(({ page: path }) => path);

  expect(await pagesOf("docs/v2/use.md", "docs/v3/use.md")).toEqual(["docs/v3/use.md"]);
  expect(await pagesOf("docs/v2/use.md", "docs/use.md")).toEqual(["docs/use.md"]);
  expect(await pagesOf("docs/v1/use.md")).toEqual(["docs/v1/use.md"]);
});

test("what a file lost that is too large to be read may still be in it", async () => {
  const line = "  maxRetries: 3,\n";
  const large = `export const options = {\n${"  // Nothing.\n".repeat(60_000)}${line}};\n`;
  const names = await findAfter(
    { "src/large.ts": `${line}${large}`, "docs/use.md": "# Use\n\nSet `maxRetries`.\n" },
    { "src/options.ts": "export const options = {};\n", "src/large.ts": large },
  );

  expect(names).toEqual([]);
});

test("names that only a script of completions lost are no names of the product", async () => {
  const names = await findAfter(
    { "src/completions/tool.zsh": 'targets="windows_amd64"\n', "docs/use.md": "# Use\n\nOne of `windows_amd64`.\n" },
    { "src/completions/tool.zsh": null },
  );

  expect(names).toEqual([]);
});
