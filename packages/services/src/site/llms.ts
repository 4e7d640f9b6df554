import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { findPage, pageUrl } from "@docsteward/assistant/page/page-address";
import type { Retriever } from "@docsteward/assistant/retriever/retriever";
import { AppError } from "@docsteward/contract/error";
import { encodePath } from "@docsteward/platform/encode-path";
import { maskCode } from "@docsteward/text/markdown/mask-code";
import type { ProjectContext } from "../context.ts";
import { findSitePage, openSite } from "./read.ts";

const BATCH = 100;
const MAX_BATCH_BYTES = 500_000;

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

type Page = Pick<IndexedPage, "file" | "path" | "title">;

async function* write(ctx: ProjectContext, pages: readonly Page[], version: number): AsyncGenerator<string> {
  for (let from = 0; from < pages.length; from += BATCH) {
    for await (const { page, markdown } of readBatch(ctx, pages.slice(from, from + BATCH), version)) {
      const url = pageUrl(ctx.project.siteUrl, { path: page.path, anchor: null });
      yield `# ${page.title}\nSource: ${url}\n\n${markdown}\n\n`;
    }
  }
}

/** Reads as many pages at a time as are small: a reader that does not read holds what was read for it. */
async function* readBatch({ db, project }: ProjectContext, batch: readonly Page[], version: number) {
  const projectId = project.id;
  const files = batch.map(({ file }) => file);
  // PostgreSQL knows the length of a text without reading it.
  const sizes = await db.$queryRaw<{ file: string; bytes: number }[]>`
    SELECT file, octet_length(markdown) AS bytes FROM "SitePage"
    WHERE "projectId" = ${projectId} AND file = ANY(${files}::text[]) AND "sinceVersion" <= ${version}::int
      AND ("untilVersion" IS NULL OR "untilVersion" > ${version}::int)`;
  const bytesOf = new Map(sizes.map(({ file, bytes }) => [file, bytes]));
  const kept = batch.filter(({ file }) => bytesOf.has(file));
  for (let from = 0, to = 0; from < kept.length; from = to) {
    for (let bytes = 0; to < kept.length; to += 1) {
      bytes += bytesOf.get(kept[to]?.file ?? "") ?? 0;
      if (to > from && bytes > MAX_BATCH_BYTES) break;
    }
    const group = kept.slice(from, to);
    const rows = await db.sitePage.findMany({
      where: {
        projectId,
        file: { in: group.map(({ file }) => file) },
        sinceVersion: { lte: version },
        OR: [{ untilVersion: null }, { untilVersion: { gt: version } }],
      },
      select: { file: true, markdown: true },
    });
    const texts = new Map(rows.map(({ file, markdown }) => [file, markdown]));
    for (const page of group) {
      const markdown = texts.get(page.file);
      if (markdown !== undefined) yield { page, markdown };
    }
  }
}

/**
 * Writes one page as Markdown, below its title, its address and that of the list of all pages: what an agent needs that has
 * found nothing but this page.
 *
 * @param input.page the page's path, which may end in `.md` and begins without a slash
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function writePageMarkdown(ctx: ProjectContext, input: { page: string }): Promise<string> {
  const { title, path, content, retriever } = await findSitePage(ctx, { path: `/${input.page}` });
  const text = leadOut(content, (target) => linkUrl(ctx, retriever, target));
  const source =
    ctx.project.siteUrl === null ? "" : `Source: ${pageUrl(ctx.project.siteUrl, { path, anchor: null })} · `;
  return `# ${oneLine(title)}\n\n> ${source}All pages: ${siteRoot(ctx)}/llms.txt\n\n${text}\n`;
}

/** Where a link from the site's root leads an agent that has the page from here; null for what is neither page nor address. */
function linkUrl(ctx: ProjectContext, retriever: Retriever, target: string): string | null {
  const [path = "", anchor] = target.split("#", 2);
  const page = findPage(retriever, path, ctx.project.siteUrl);
  if (page) return `${agentUrl(ctx, page.path)}${anchor === undefined ? "" : `#${anchor}`}`;
  return ctx.project.siteUrl === null ? null : `${ctx.project.siteUrl.replace(/\/$/, "")}${target}`;
}

/** A link from the site's root. A second slash would name a host. */
const ROOT_LINK = /\]\((\/(?!\/)[^)\s]*)/g;

/** Rewrites the links of a Markdown text that begin at the site's root: elsewhere they lead to another root. Code stays unchanged. */
function leadOut(markdown: string, urlOf: (target: string) => string | null): string {
  let text = "";
  let from = 0;
  for (const { 1: target = "", index } of maskCode(markdown).matchAll(ROOT_LINK)) {
    const url = urlOf(target);
    if (url === null) continue;
    const at = index + "](".length;
    text += markdown.slice(from, at) + url;
    from = at + target.length;
  }
  return text + markdown.slice(from);
}

/** Where programs read the site. */
const siteRoot = ({ baseUrl, project }: ProjectContext) => `${baseUrl}/discovery/v1/site/${project.domain}`;

/** Where an agent reads a page: at its site, else here. A path alone leads an agent nowhere. */
function agentUrl(ctx: ProjectContext, path: string): string {
  if (ctx.project.siteUrl !== null) return pageUrl(ctx.project.siteUrl, { path, anchor: null });
  return `${siteRoot(ctx)}/page${path === "/" ? "/index" : encodePath(path)}.md`;
}

const UNGROUPED = "Pages";

/** Agents cut off what is longer. */
const MAX_LIST_CHARACTERS = 50_000;

/**
 * Writes the list of a site's pages that language models are given: a heading for each group, a line for each page. A list that
 * is too long for them becomes one of the groups, with the address of each group's list.
 *
 * @param input.group lists the pages of this group alone
 * @throws AppError `not_found` for a group without pages; `unavailable` while the project has no index yet
 * @see https://llmstxt.org
 */
export async function writeLlmsIndex(ctx: ProjectContext, input: { group?: string } = {}): Promise<string> {
  const { retriever, commit } = await openSite(ctx);
  const pages = [...retriever.pages()];
  const groups = Map.groupBy(pages, ({ groups: [group] }) => oneLine(group ?? UNGROUPED));
  const { name, domain } = ctx.project;
  const title = `# ${oneLine(name || domain)}`;
  const toSection = (group: string, members: readonly IndexedPage[]) =>
    `## ${group}\n\n${members.map((page) => toLine(ctx, page)).join("\n")}`;
  if (input.group !== undefined) {
    const members = groups.get(input.group);
    if (members === undefined) throw new AppError("not_found", `No group of ${domain} has this name.`);
    return `${[title, toSection(input.group, members)].join("\n\n")}\n`;
  }
  const about = `> Documentation in ${pages.length} pages, at commit ${commit.slice(0, 12)}.`;
  const sections = [...groups].map(([group, members]) => toSection(group, members));
  const whole = `${[title, about, ...sections].join("\n\n")}\n`;
  if (whole.length <= MAX_LIST_CHARACTERS || groups.size === 1) return whole;
  const lists = [...groups].map(([group, members]) => {
    const url = `${siteRoot(ctx)}/llms.txt?group=${encodeURIComponent(group)}`;
    return `- [${escapeLink(group)}](${url}): ${members.length} ${members.length === 1 ? "page" : "pages"}`;
  });
  return `${[title, `${about} Each group has a list of its own.`, "## Groups", lists.join("\n")].join("\n\n")}\n`;
}

const escapeLink = (text: string) => text.replace(/[[\]]/g, "\\$&");

function toLine(ctx: ProjectContext, { title, path, description }: IndexedPage): string {
  const link = `[${escapeLink(oneLine(title))}](${agentUrl(ctx, path)})`;
  return description === null ? `- ${link}` : `- ${link}: ${oneLine(description)}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
