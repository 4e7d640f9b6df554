import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { pageUrl } from "@docsteward/assistant/page/page-address";
import type { ProjectContext } from "../context.ts";
import { openSite } from "./read.ts";

const BATCH = 100;

/**
 * Writes the Markdown of every page of a site, some pages at a time, as fast as they are taken.
 *
 * The pages are of one version. One that is dropped from storage while a slow reader takes the others is left out.
 *
 * @throws AppError `unavailable` while the project has no index yet, before anything is given
 */
export async function writeLlmsFull(ctx: ProjectContext): Promise<AsyncGenerator<string>> {
  const { retriever, version } = await openSite(ctx);
  return write(ctx, [...retriever.pages()], version);
}

async function* write(
  { db, project }: ProjectContext,
  pages: { file: string; path: string; title: string }[],
  version: number,
): AsyncGenerator<string> {
  for (let from = 0; from < pages.length; from += BATCH) {
    const batch = pages.slice(from, from + BATCH);
    const rows = await db.sitePage.findMany({
      where: {
        projectId: project.id,
        file: { in: batch.map(({ file }) => file) },
        sinceVersion: { lte: version },
        OR: [{ untilVersion: null }, { untilVersion: { gt: version } }],
      },
      select: { file: true, markdown: true },
    });
    const texts = new Map(rows.map(({ file, markdown }) => [file, markdown]));
    for (const { file, path, title } of batch) {
      const url = pageUrl(project.siteUrl, { path, anchor: null });
      const markdown = texts.get(file);
      if (markdown !== undefined) yield `# ${title}\nSource: ${url}\n\n${markdown}\n\n`;
    }
  }
}

const UNGROUPED = "Pages";

/**
 * Writes the list of a site's pages that language models are given: a heading for each group, a line for each page.
 *
 * @throws AppError `unavailable` while the project has no index yet
 * @see https://llmstxt.org
 */
export async function writeLlmsIndex(ctx: ProjectContext): Promise<string> {
  const { retriever, commit } = await openSite(ctx);
  const pages = [...retriever.pages()];
  const groups = Map.groupBy(pages, ({ groups: [group] }) => group ?? UNGROUPED);
  const sections = [...groups].map(([group, members]) => {
    const lines = members.map((page) => toLine(ctx, page));
    return `## ${oneLine(group)}\n\n${lines.join("\n")}`;
  });
  const { name, domain } = ctx.project;
  const about = `> Documentation in ${pages.length} pages, at commit ${commit.slice(0, 12)}.`;
  return `${[`# ${oneLine(name || domain)}`, about, ...sections].join("\n\n")}\n`;
}

function toLine(ctx: ProjectContext, { title, path, description }: IndexedPage): string {
  const link = `[${oneLine(title).replace(/[[\]]/g, "\\$&")}](${pageUrl(ctx.project.siteUrl, { path, anchor: null })})`;
  return description === null ? `- ${link}` : `- ${link}: ${oneLine(description)}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
