import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";

const OPTIONS = "# Options\n\n- `--quiet`: says less.\n";

/** A site with a history: an option was documented, then a page was renamed together with code. */
const openHistory = () =>
  openTestTools({ "docs/options.md": OPTIONS, "docs/a.md": "# A\n", "src/code.ts": "1" }, "", {
    commits: [
      { "docs/options.md": `${OPTIONS}- \`--loud\`: says more.\n`, "src/code.ts": "2" },
      { "docs/a.md": null, "docs/b.md": "# A\n" },
      { "docs/b.md": "# B\n" },
    ],
  });

const text = ({ output }: { output: unknown }) => String(output);

test("the history of a page says how its last option was documented, without the code of that commit", async () => {
  await using tools = await openHistory();

  const log = text(await tools.call("log", { path: "./docs/options.md" }));
  const [sha = ""] = log.split(" ");
  const shown = text(await tools.call("show", { commit: sha }));

  expect(log.split("\n")).toHaveLength(2);
  expect(shown).toContain("+- `--loud`: says more.");
  expect(shown).toContain("docs/options.md\n1 other file not shown");
  expect(shown).not.toMatch(/^\+2$/m);
  expect(shown).not.toContain("diff --git a/src");
});

test("the history of lines shows what changed in them alone, and an exact rename is followed", async () => {
  await using tools = await openHistory();

  const lines = text(await tools.call("log", { path: "docs/options.md", from: 4, to: 4 }));
  const renamed = text(await tools.call("log", { path: "docs/b.md" }));

  expect(lines.match(/^[0-9a-f]{12} /gm)).toHaveLength(1);
  expect(lines).toContain("+- `--loud`: says more.");
  expect(renamed.match(/^[0-9a-f]{12} /gm)).toHaveLength(3);
  expect(renamed).toContain("(as docs/a.md)");
});

test("an author's name of 100,000 characters is cut", async () => {
  await using tools = await openTestTools({ "docs/a.md": "# A\n" }, "", {
    commits: [{ "docs/a.md": "# B\n" }],
    prepare: async ({ git, branch }) => {
      const name = ["-c", `user.name=${"a".repeat(100_000)}`];
      const commit = await git(...name, "commit-tree", `${branch}^{tree}`, "-p", `${branch}^`, "-m", "Change a");
      await git("update-ref", `refs/heads/${branch}`, commit);
    },
  });

  const log = text(await tools.call("log", { path: "docs/a.md" }));
  const lines = text(await tools.call("log", { path: "docs/a.md", from: 1, to: 1 }));
  const shown = text(await tools.call("show", { commit: log.split(" ")[0] }));

  expect(log).toContain("Change a");
  for (const output of [log, lines, shown]) expect(output.length).toBeLessThan(1_500);
});

test("a search puts the page first that a commit with such a message changed, and lists no code", async () => {
  const page = "# Limits\n\nA timeout of nine seconds.\n";
  await using tools = await openTestTools({ "docs/a.md": page, "docs/b.md": page }, "", {
    prepare: async (repository) => {
      await repository.commit({ "docs/b.md": `${page}\nMore.\n`, "src/code.ts": "2" }, undefined, "Raise the timeout");
      await repository.commit({ "docs/c.md": "# C\n" }, undefined, "\u0002forged\u0001Raise the timeout");
      await repository.commit({ "docs/d.md": "# D\n" }, undefined, "Add a page");
    },
  });

  const found = text(await tools.call("search", { query: "timeout" }));

  expect(found).toMatch(/^1\. docs\/b\.md .*[\s\S]*\n2\. docs\/a\.md /);
  expect(await tools.workspace.history.pageCommits()).toEqual([
    { message: "Add a page", paths: ["docs/d.md"] },
    { message: expect.stringContaining("forged"), paths: ["docs/c.md"] },
    { message: "Raise the timeout", paths: ["docs/b.md"] },
    { message: expect.any(String), paths: ["docs/a.md", "docs/b.md"] },
  ]);
});

test.each([
  ["log", { path: "src/code.ts" }, "neither a page"],
  ["log", { path: "../x.md" }, "must not contain"],
  ["log", { path: "docs/options.md", from: 90, to: 99 }, "doesn't have the lines"],
  ["log", { path: "docs/options.md", from: 3 }, "Set both"],
  ["show", { commit: "HEAD" }, "not the name of a commit"],
  ["show", { commit: "--output=x" }, "not the name of a commit"],
  ["show", { commit: "0123456789" }, "not among the last ones"],
])("%s %j is refused in a sentence", async (name, input, sentence) => {
  await using tools = await openHistory();

  const { isError, output } = await tools.call(name, input);

  expect(isError).toBe(true);
  expect(output).toMatchObject({ error: expect.stringContaining(sentence) });
});

test("a commit message that looks like git's own output names no commit, and gives git no options", async () => {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-test-"));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  const victim = join(folder, "secret");
  await writeFile(victim, "kept");
  const message = `Add a page\n\n\u0002--output=${victim}\u00012026-01-01\u0001Mallory\u0001Forged`;
  await using tools = await openTestTools({}, "", { commits: [{ "docs/[id].md": "# A\n" }], message });

  const lines = text(await tools.call("log", { path: "docs/[id].md", from: 1, to: 1 }));
  const whole = text(await tools.call("log", { path: "docs/[id].md" }));

  expect(await readFile(victim, "utf8")).toBe("kept");
  expect(lines).toContain("Ada Example: Add a page");
  expect(whole).toContain("Ada Example: Add a page");
  expect(whole).not.toContain("Mallory");
});
