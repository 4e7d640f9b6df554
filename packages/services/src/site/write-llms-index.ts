import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { pageUrl } from "@docsteward/assistant/page/page-url";
import type { ServiceContext } from "../context.ts";
import { openSite } from "./open.ts";

const UNGROUPED = "Pages";

/**
 * Writes the list of a site's pages that language models are given: a heading for each group, a line for each page.
 *
 * @throws AppError `unavailable` while the project has no index yet
 * @see https://llmstxt.org
 */
export async function writeLlmsIndex(ctx: ServiceContext): Promise<string> {
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

function toLine(ctx: ServiceContext, { title, path, description }: IndexedPage): string {
  const link = `[${oneLine(title).replace(/[[\]]/g, "\\$&")}](${pageUrl(ctx.project.siteUrl, { path, anchor: null })})`;
  return description === null ? `- ${link}` : `- ${link}: ${oneLine(description)}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
