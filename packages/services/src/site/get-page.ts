import { findPage } from "@docsteward/assistant/page/find-page";
import { AppError } from "@docsteward/contract/error";
import type { GetPageBody, PageContent } from "@docsteward/contract/site-search";
import type { ServiceContext } from "../context.ts";
import { openSite } from "./open.ts";

/**
 * Reads a page of the project as Markdown.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function getSitePage(ctx: ServiceContext, input: GetPageBody): Promise<PageContent> {
  const { retriever, version } = await openSite(ctx);
  const page = findPage(retriever, input.path, ctx.project.siteUrl);
  const content = page && (await readMarkdown(ctx, page.file, version));
  if (page && content !== null) return { path: page.path, content };
  throw new AppError(
    "not_found",
    `Page "${shorten(input.path)}" not found on ${ctx.project.domain}. Use search to find pages.`,
  );
}

async function readMarkdown({ db, project }: ServiceContext, file: string, version: number): Promise<string | null> {
  const row = await db.sitePage.findFirst({
    where: {
      projectId: project.id,
      file,
      sinceVersion: { lte: version },
      OR: [{ untilVersion: null }, { untilVersion: { gt: version } }],
    },
    select: { markdown: true },
  });
  return row?.markdown ?? null;
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
