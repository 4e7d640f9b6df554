import type { ProjectContext } from "@docsteward/services/context";
import { openSite } from "@docsteward/services/site/read";
import { startTestIndexer } from "@docsteward/worker/testing/indexer";
import { expect, test } from "vitest";

type Files = Record<string, string | null>;

const NAVIGATION = (pages: string[]) => `${JSON.stringify({ navigation: { groups: [{ group: "Guides", pages }] } })}\n`;
const page = (title: string, body: string, more = "") => `---\ntitle: ${title}\n${more}---\n\n${body}\n`;

const START: Record<string, string> = {
  "docs.json": NAVIGATION(["index", "guides/install", "guides/flags"]),
  "index.mdx": page("Welcome", "Read [how to install](/guides/install) and [about flags](/guides/flags)."),
  "guides/install.mdx": page(
    "Install",
    "## With npm\n\nRun `npm install glimmer`.\n\n## With yarn\n\nRun `yarn add glimmer`.",
  ),
  "guides/flags.mdx": page("Flags", "A kill-switch turns a feature off. See [later](/guides/later)."),
  "snippets/note.mdx": "A note that pages take in.\n",
};

/** Each one does something that pages depend on beside their own file. */
const STEPS: [name: string, change: Files][] = [
  [
    "a page is edited",
    { "guides/flags.mdx": page("Flags", "A breaker turns a feature off. See [later](/guides/later).") },
  ],
  ["a page comes that was linked to before", { "guides/later.mdx": page("Later", "What comes later: gizmos.") }],
  ["a page moves", { "guides/install.mdx": null, "setup/install.mdx": START["guides/install.mdx"] ?? "" }],
  ["the navigation changes", { "docs.json": NAVIGATION(["guides/flags", "index"]) }],
  ["a page is hidden", { "guides/later.mdx": page("Later", "What comes later: gizmos.", "hidden: true\n") }],
  ["a page is shown again", { "guides/later.mdx": page("Later", "What comes later: gadgets.") }],
  ["only another file changes", { "README.txt": "Nothing to see.\n" }],
  ["a page is deleted", { "index.mdx": null }],
  ["a page can no more be read", { "guides/flags.mdx": "\0\u0001" }],
  ["a folder of another language comes", { "fr/guides/flags.mdx": page("Drapeaux", "Un interrupteur arrête tout.") }],
];

const QUESTIONS = [
  "how do I install it?",
  "turn a feature off",
  "gizmos",
  "gadgets",
  "yarn",
  "interrupteur",
  "kill-switch",
];

async function stateOf(ctx: ProjectContext) {
  const { retriever, commit } = await openSite(ctx);
  const answers = await Promise.all(
    QUESTIONS.map(async (text) => {
      const hits = await retriever.search({ text, limit: 10 });
      return [text, hits.map(({ page: { path }, score }) => [path, Math.round(score * 1e6)])];
    }),
  );
  const rows = await ctx.db.$queryRaw<{ file: string }[]>`
    SELECT page.file, page.sha, page.page, page.markdown, page."changedAt"
    FROM "SitePage" page JOIN "SiteIndex" site ON site."projectId" = page."projectId"
    WHERE page."projectId" = ${ctx.project.id} AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    ORDER BY page.file`;
  return { commit, answers, rows };
}

test("after any change, an index that was brought up to date is the same as one made anew", async () => {
  await using indexer = await startTestIndexer(START);
  const { ctx, repository } = indexer;
  await indexer.index();

  for (const [name, change] of STEPS) {
    await repository.commit(change);
    const index = await indexer.index();
    const anew = await indexer.addProject();
    const full = await indexer.index(anew);

    expect(index, name).toMatchObject({ status: "ready", pageCount: full.pageCount });
    expect(await stateOf(ctx), name).toEqual(await stateOf(anew));
  }
});

test("a site whose links say that it lies elsewhere now moves as a whole", async () => {
  await using indexer = await startTestIndexer({
    "docs/a.md": "# A\n\nGizmos, see [b](/b).\n",
    "docs/b.md": "# B\n\nGadgets, see [a](/a).\n",
  });
  const { ctx, repository } = indexer;
  await indexer.index();
  const pathsOf = async (of: ProjectContext) =>
    [...(await openSite(of)).retriever.pages()].map((one) => [one.path, one.links.map(({ file }) => file)]);
  const before = await pathsOf(ctx);

  await repository.commit({ "docs/a.md": "# A\n\nGizmos, see [b](/docs/b), [a](/docs/a) and [b](/docs/b#x).\n" });
  await indexer.index();
  const anew = await indexer.addProject();
  await indexer.index(anew);
  const after = await pathsOf(ctx);

  expect(before[0]?.[0]).toBe("/a");
  expect(after[0]?.[0]).toBe("/docs/a");
  expect(after).toEqual(await pathsOf(anew));
});

test("what did not change is not written again", async () => {
  await using indexer = await startTestIndexer(START);
  const { ctx, repository, services } = indexer;
  const { version } = await indexer.index();
  await repository.commit({ "guides/flags.mdx": page("Flags", "A breaker turns a feature off.") });
  await indexer.index();
  const same = await indexer.index();

  const rows = await services.db.sitePage.findMany({ where: { projectId: ctx.project.id }, orderBy: { file: "asc" } });

  expect(rows.map(({ file, sinceVersion }) => [file, sinceVersion > version])).toEqual([
    ["guides/flags.mdx", true],
    ["guides/install.mdx", false],
    ["index.mdx", false],
  ]);
  expect(same).toMatchObject({ version: 2, attempt: 3 });
});

test("a force push to something else is followed, too", async () => {
  await using indexer = await startTestIndexer(START);
  const { ctx, repository } = indexer;
  await indexer.index();

  await repository.git("update-ref", "-d", "refs/heads/main");
  await repository.commit({ "other.md": "# Other\n\nNothing is as it was: zanzibar.\n" });
  const index = await indexer.index();

  expect(index).toMatchObject({ status: "ready", pageCount: 1 });
  const { retriever } = await openSite(ctx);
  expect((await retriever.search({ text: "zanzibar", limit: 5 })).map((hit) => hit.page.path)).toEqual(["/other"]);
});

test("only the chosen docs folder is read", async () => {
  await using indexer = await startTestIndexer(
    {
      "README.md": "# Root\n\nzanzibar\n",
      "docs/index.md": "# Docs\n\ngizmos\n",
      "other/page.md": "# Other\n\nzanzibar\n",
    },
    { docsPath: "docs" },
  );
  const { ctx } = indexer;
  const index = await indexer.index();

  const { retriever } = await openSite(ctx);

  expect(index.pageCount).toBe(1);
  expect([...retriever.pages()].map(({ file, path }) => [file, path])).toEqual([["docs/index.md", "/"]]);
});
