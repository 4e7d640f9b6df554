import { openLocalRepository } from "@docsteward/git/local/local-repository";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemory, findFalsePages } from "./find-false-pages.ts";

const ARGS = `pub struct Args {
    /// Do not read the cache.
    pub no_cache: bool,
    /// How often a download is tried.
    #[arg(long, default_value = "3")]
    pub retries: u8,
    pub verbose: bool,
}
`;
const CACHE = "fn read_entry(path: &Path) -> Entry {\n    let bytes = read(path);\n    parse(bytes)\n}\n";
const FILES = {
  "cli/src/args.rs": ARGS,
  "cli/src/cache.rs": CACHE,
  "docs/index.md": "# Tool\n\nInstalls packages.\n",
  "docs/cache.md": "# Cache\n\nRun `tool install --no-cache` to read nothing from the cache.\n",
  "docs/options.md":
    "# Options\n\n- `--no-cache`: reads nothing from the cache.\n- `--retries`: how often a download is tried, 3 by default.\n",
};

let repository: TestRepository;
let base: string;
beforeAll(async () => {
  repository = await makeRepository(FILES);
  base = await repository.head();
});
afterAll(() => repository.remove());

async function findAfter(branch: string, files: Record<string, string | null>) {
  const head = await repository.commit(files, branch);
  return await findFalsePages({ repository: await openLocalRepository(repository.url), base, head });
}

test("a renamed flag raises the two pages that name it, each with its line and the new name", async () => {
  const { pages } = await findAfter("rename", {
    "cli/src/args.rs": ARGS.replace("no_cache", "without_cache"),
  });

  expect(pages.map(({ path }) => path).sort()).toEqual(["docs/cache.md", "docs/options.md"]);
  expect(pages.find(({ path }) => path === "docs/cache.md")?.reasons[0]).toEqual({
    kind: "renamed",
    message: "`--no-cache` was renamed to `without_cache` in cli/src/args.rs.",
    lines: [3],
    source: { path: "cli/src/args.rs", line: 3 },
  });
});

test("a page says what its names changed to, and nothing of the language's own words", async () => {
  const code = (flag: string) => `export const flags = { "${flag}": { type: "boolean", default: false } };\n`;
  await using small = await makeRepository({
    "src/flags.ts": code("--no-cache"),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`docs/page-${at}.md`, `# Page ${at}\n\nRun it.\n`])),
    "docs/options.md": "# Options\n\nA `boolean` is `true` or `false`; `--no-cache` is `false`.\n",
  });
  const before = await small.head();
  const after = await small.commit({ "src/flags.ts": code("--without-cache") });

  const found = await findFalsePages({ repository: await openLocalRepository(small.url), base: before, head: after });

  const { reasons = [] } = found.pages.find(({ path }) => path === "docs/options.md") ?? {};
  expect(reasons.map(({ message }) => message)).toContain(
    "`--no-cache` was renamed to `--without-cache` in src/flags.ts.",
  );
  expect(reasons.map(({ message }) => message).filter((message) => /`(?:boolean|false|export)`/.test(message))).toEqual(
    [],
  );
});

test("a removed flag raises its pages", async () => {
  const { pages } = await findAfter("remove", {
    "cli/src/args.rs": ARGS.replace("    /// Do not read the cache.\n    pub no_cache: bool,\n", ""),
  });

  expect(pages.map(({ path }) => path).sort()).toEqual(["docs/cache.md", "docs/options.md"]);
  expect(pages.flatMap(({ reasons }) => reasons.map(({ message }) => message))).toContain(
    "`--no-cache` was removed in cli/src/args.rs.",
  );
});

test("another default raises the page that states the earlier one", async () => {
  const { pages } = await findAfter("default", { "cli/src/args.rs": ARGS.replace('"3"', '"5"') });

  expect(pages.map(({ path }) => path)).toEqual(["docs/options.md"]);
  expect(pages[0]?.reasons[0]).toMatchObject({ kind: "value", lines: [4] });
  expect(pages[0]?.reasons[0]?.message).toContain("3 → 5");
});

test("code that only moves to another file raises nothing", async () => {
  const report = await findAfter("move", { "cli/src/cache.rs": null, "cli/src/store/entry.rs": CACHE });

  expect(report).toMatchObject({ pages: [], silence: "The change only moves code." });
});

test("a change inside a function that no page names raises nothing", async () => {
  const { pages } = await findAfter("inside", {
    "cli/src/cache.rs": CACHE.replace("let bytes = read(path);", "let bytes = read_all(path);"),
  });

  expect(pages).toEqual([]);
});

test("a change of pages alone raises nothing", async () => {
  const report = await findAfter("pages", { "docs/index.md": "# Tool\n\nInstalls all packages.\n" });

  expect(report).toMatchObject({ pages: [], silence: "The change touches no code." });
});

test("the pages that the change itself edits do not hide what it makes false", async () => {
  const { pages } = await findAfter("both", {
    "cli/src/args.rs": ARGS.replace("no_cache", "without_cache"),
    "docs/cache.md": "# Cache\n\nRun `tool install --without-cache`.\n",
  });

  expect(pages.map(({ path }) => path)).toContain("docs/cache.md");
});

test("only pages of the given folder are named, and pages from elsewhere take the place of the repository's", async () => {
  const head = await repository.commit({ "cli/src/args.rs": ARGS.replace("no_cache", "without_cache") }, "given");
  const local = await openLocalRepository(repository.url);
  const one = await findFalsePages({ repository: local, base, head, isPage: (path) => path === "docs/cache.md" });
  const given = [{ path: "guide/cache.md", text: FILES["docs/cache.md"] }];
  const elsewhere = await findFalsePages({ repository: local, base, head, pages: given });

  expect(one.pages.map(({ path }) => path)).toEqual(["docs/cache.md"]);
  expect(elsewhere.pages.map(({ path }) => path)).toEqual(["guide/cache.md"]);
});

test("a second call with the same memory reads only what differs and says the same", async () => {
  const head = await repository.commit({ "cli/src/args.rs": ARGS.replace("no_cache", "without_cache") }, "memory");
  const local = await openLocalRepository(repository.url);
  let calls = 0;
  const counted: typeof local = {
    ...local,
    git: (run) => {
      calls += 1;
      return local.git(run);
    },
  };
  const memory = createMemory();
  const first = await findFalsePages({ repository: counted, base, head, memory });
  const whole = calls;
  calls = 0;
  const second = await findFalsePages({ repository: counted, base, head, memory });

  expect(second).toEqual(first);
  expect(calls).toBeLessThan(whole);
});

test("an option that is added beside others raises the page that lists them, and names both", async () => {
  const options = (...names: string[]) => names.map((name) => `    "${name}": Option(int),\n`).join("");
  const before = `OPTIONS = {\n${options("max-retries", "wait-seconds", "chunk-size", "pool-size")}}\n\nVERSION = 1\n`;
  const rows = ["max-retries", "wait-seconds", "chunk-size"].map((name) => `| \`${name}\` | a number |\n`).join("");
  await using listed = await makeRepository({
    "src/options.py": before,
    "docs/options.md": `# Options\n\n| Name | Value |\n| --- | --- |\n${rows}`,
    "docs/index.md": "# Tool\n\nInstalls packages.\n",
  });
  const from = await listed.head();
  const text = before.replace("}\n", `${options("queue-limit")}}\n`);
  const head = await listed.commit({ "src/options.py": text }, "topic", "feat: add the option queue-limit");
  const { pages } = await findFalsePages({
    repository: await openLocalRepository(listed.url),
    base: from,
    head,
    threshold: 0,
  });

  expect(pages[0]).toMatchObject({
    path: "docs/options.md",
    reasons: [
      {
        kind: "added",
        message: "`queue-limit` was added in src/options.py, and the page has 3 of the 4 names beside it.",
        lines: [5],
        source: { path: "src/options.py", line: 6 },
      },
    ],
  });
});
