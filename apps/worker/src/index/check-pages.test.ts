import { readFindings } from "@docsteward/services/site/findings";
import { listInventory } from "@docsteward/services/site/inventory";
import { expect, test } from "vitest";
import { startTestIndexer } from "../testing/indexer.ts";

const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

test("an index run checks the site once for each commit, and the list of pages shows what it found", async () => {
  await using indexer = await startTestIndexer({
    "docs.json": '{ "navigation": { "pages": ["index", "oil"] } }\n',
    "index.mdx": page("Home", "[x](/no-such-page) and [y](/oil#nothing)"),
    "oil.mdx": page("Oil", "Oil burns."),
  });
  const { ctx, repository } = indexer;

  const first = await indexer.index();
  expect(readFindings(first)).toEqual({ commit: await repository.head(), files: { "index.mdx": [2, 0] } });

  await repository.commit({ "index.mdx": page("Home", "[x](/oil)"), "lost.mdx": page("Lost", "In no navigation.") });
  await indexer.index();
  const { pages } = await listInventory(ctx, { findings: "any" });
  expect(pages.map(({ file, findings }) => [file, findings])).toEqual([["lost.mdx", { errors: 0, warnings: 1 }]]);

  // Kept where the commit is the same.
  await ctx.db.siteIndex.update({
    where: { projectId: ctx.project.id },
    data: { findings: { commit: await repository.head(), files: { "oil.mdx": [7, 0] } } },
  });
  expect(readFindings(await indexer.index())?.files).toEqual({ "oil.mdx": [7, 0] });
});
