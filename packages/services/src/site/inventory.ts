import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { pageUrl } from "@docsteward/assistant/page/page-address";
import { groupsNeeded } from "@docsteward/assistant/retriever/restrict-retriever";
import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import { findReaderAccess } from "../reader-access/settings.ts";
import { readFindings, type SiteFindings } from "./findings.ts";
import { countPageUse, listPageQuestions, type PageQuestion, type PageUse, UNUSED, USE_DAYS } from "./page-use.ts";
import { openSite } from "./read.ts";

/** Input of `exportInventory`. */
export type SelectPages = z.infer<typeof SelectPages>;
/** Filters and order of the inventory. */
export const SelectPages = z.object({
  /** Words of the address, the title or the file. */
  search: Text.max(200).optional(),
  language: Text.max(200).optional(),
  version: Text.max(200).optional(),
  /** A group that the page is restricted to. */
  group: Text.max(200).optional(),
  /** `uncited`: no answer cites the page. `poor`: it is in an answer rated bad, or in a question without an answer. */
  use: z.enum(["uncited", "poor"]).optional(),
  /** Only pages in whose file the checks found errors, or errors or warnings. */
  findings: z.enum(["errors", "any"]).optional(),
  /** Only pages whose last change is at least this many days ago. */
  olderThanDays: z.int().min(1).max(3_650).optional(),
  sort: z.enum(["address", "oldest", "newest", "citations", "unanswered", "down", "findings"]).optional(),
});

export type ListPages = z.infer<typeof ListPages>;
/** Input of `listInventory`: also the number of the page of the list, from 1. */
export const ListPages = SelectPages.extend({
  page: z.int().min(1).max(10_000).optional(),
  limit: z.int().min(1).max(100).optional(),
});

/** A page of the site with its use. */
export type InventoryPage = PageUse & {
  /** The page's path on the site, as in search results and citations. */
  path: string;
  /** Where readers find it; the path again when the site's address is not known. */
  url: string;
  file: string;
  title: string;
  language: string | null;
  version: string | null;
  /** Null when the history does not say. */
  changedAt: string | null;
  /** The groups that it is restricted to: none is everyone, null is no one. Always none while groups are not enforced. */
  restrictedTo: string[] | null;
  /** What the checks found in its file; null while the site was not checked. */
  findings: { errors: number; warnings: number } | null;
};

/** One page of the list. */
export type Inventory = {
  pages: InventoryPage[];
  /** How many pages fit the filters, and how many the site has. */
  total: number;
  siteTotal: number;
  /** The values that occur, for the filters. */
  languages: string[];
  versions: string[];
  groups: string[];
  enforcesGroups: boolean;
  /** How many days of questions are counted. */
  days: number;
};

const DEFAULT_LIMIT = 50;
const MAX_VALUES = 200;
const DAY_MS = 86_400_000;

/**
 * A page of the list of all pages of the site, of the version that answers. Only the chosen rows leave this process.
 *
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function listInventory(ctx: ProjectContext, query: ListPages = {}): Promise<Inventory> {
  const { page = 1, limit = DEFAULT_LIMIT } = query;
  const { pages, enforcesGroups } = await readInventory(ctx);
  const chosen = choose(ctx, pages, query);
  return {
    pages: chosen.slice((page - 1) * limit, page * limit),
    total: chosen.length,
    siteTotal: pages.length,
    languages: valuesOf(pages.map(({ language }) => language)),
    versions: valuesOf(pages.map(({ version }) => version)),
    groups: valuesOf(pages.flatMap(({ restrictedTo }) => restrictedTo ?? [])),
    enforcesGroups,
    days: USE_DAYS,
  };
}

const COLUMNS = [
  "address",
  "file",
  "title",
  "language",
  "version",
  "changedAt",
  "restrictedTo",
  "citations",
  "answered",
  "unanswered",
  "up",
  "down",
  "errors",
  "warnings",
];

/** All pages that fit the filters, for a spreadsheet, the names of the columns first. */
export async function* exportInventory(ctx: ProjectContext, query: SelectPages): AsyncGenerator<ExportRow> {
  const { pages } = await readInventory(ctx);
  yield COLUMNS;
  for (const page of choose(ctx, pages, query)) {
    const { url, file, title, language, version, changedAt, restrictedTo, findings, ...use } = page;
    const groups = restrictedTo === null ? "(no one)" : restrictedTo.join("; ");
    const { citations, answered, unanswered, up, down } = use;
    yield [
      url,
      file,
      title,
      language,
      version,
      changedAt,
      groups,
      citations,
      answered,
      unanswered,
      up,
      down,
      findings?.errors ?? "",
      findings?.warnings ?? "",
    ];
  }
}

async function readInventory(ctx: ProjectContext): Promise<{ pages: InventoryPage[]; enforcesGroups: boolean }> {
  const [site, use, access, found] = await Promise.all([
    openSite(ctx),
    countPageUse(ctx),
    findReaderAccess(ctx),
    findFindings(ctx),
  ]);
  const pages = Array.from(site.retriever.pages(), (page) => ({
    path: page.path,
    url: pageUrl(ctx.project.siteUrl, { path: page.path, anchor: null }),
    file: page.file,
    title: page.title,
    language: page.language,
    version: page.version,
    changedAt: site.changedAt(page.file)?.toISOString() ?? null,
    restrictedTo: access === null ? [] : groupsNeeded(page, access),
    findings: findingsOf(found, page.file),
    ...(use.get(page.path) ?? UNUSED),
  }));
  return { pages, enforcesGroups: access !== null };
}

async function findFindings({ db, project }: ProjectContext): Promise<SiteFindings | null> {
  const index = await db.siteIndex.findUnique({ where: { projectId: project.id }, select: { findings: true } });
  return index && readFindings(index);
}

function findingsOf(found: SiteFindings | null, file: string): InventoryPage["findings"] {
  if (found === null) return null;
  const [errors, warnings] = Object.hasOwn(found.files, file) ? (found.files[file] ?? [0, 0]) : [0, 0];
  return { errors, warnings };
}

function choose({ clock }: ProjectContext, pages: readonly InventoryPage[], query: SelectPages): InventoryPage[] {
  const words = (query.search ?? "").trim().toLowerCase().split(/\s+/);
  const before = query.olderThanDays && new Date(clock.now().getTime() - query.olderThanDays * DAY_MS).toISOString();
  const fits = (page: InventoryPage) => {
    const text = `${page.path} ${page.title} ${page.file}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (query.language === undefined || page.language === query.language) &&
      (query.version === undefined || page.version === query.version) &&
      (query.group === undefined || (page.restrictedTo?.includes(query.group) ?? false)) &&
      (query.use !== "uncited" || page.citations === 0) &&
      (query.findings === undefined || countProblems(page, query.findings) > 0) &&
      (query.use !== "poor" || page.down > 0 || page.unanswered > 0) &&
      (!before || (page.changedAt !== null && page.changedAt <= before))
    );
  };
  return pages.filter(fits).sort(ORDERS[query.sort ?? "address"]);
}

function countProblems({ findings }: InventoryPage, kind: "errors" | "any"): number {
  if (findings === null) return 0;
  return findings.errors + (kind === "any" ? findings.warnings : 0);
}

type Order = (a: InventoryPage, b: InventoryPage) => number;

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byAddress: Order = (a, b) => byText(a.path, b.path);
const most = (key: "citations" | "unanswered" | "down"): Order => {
  return (a, b) => b[key] - a[key] || byAddress(a, b);
};
// Pages without a known change are last in both directions.
const byChange = (direction: 1 | -1): Order => {
  return (a, b) => {
    if (a.changedAt === null || b.changedAt === null)
      return Number(a.changedAt === null) - Number(b.changedAt === null) || byAddress(a, b);
    return direction * byText(a.changedAt, b.changedAt) || byAddress(a, b);
  };
};

const ORDERS: Record<NonNullable<SelectPages["sort"]>, Order> = {
  address: byAddress,
  oldest: byChange(1),
  newest: byChange(-1),
  citations: most("citations"),
  unanswered: most("unanswered"),
  down: most("down"),
  findings: (a, b) =>
    countProblems(b, "errors") - countProblems(a, "errors") ||
    countProblems(b, "any") - countProblems(a, "any") ||
    byAddress(a, b),
};

function valuesOf(values: readonly (string | null)[]): string[] {
  const found = new Set(values.filter((value) => value !== null));
  return [...found].sort((a, b) => a.localeCompare(b, "en", { numeric: true })).slice(0, MAX_VALUES);
}

type PagePath = z.infer<typeof PagePath>;
/** Names a page by its path on the site. */
export const PagePath = z.object({ path: Text.max(2_000) });

type Section = { heading: string; depth: number; url: string };
type LinkingPage = { path: string; title: string };

/** A page with its sections, the pages that link to it, and its questions. */
export type InventoryDetails = Omit<InventoryPage, keyof PageUse> & {
  use: PageUse;
  description: string | null;
  enforcesGroups: boolean;
  /** The first sections, in their order. */
  sections: Section[];
  sectionCount: number;
  /** The first pages with a link to it, by address. */
  linkedFrom: LinkingPage[];
  linkedFromCount: number;
  /** The newest questions. */
  questions: PageQuestion[];
  questionCount: number;
  days: number;
};

const MAX_DETAILS = 100;

/**
 * A page of the site in detail.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function getInventoryPage(ctx: ProjectContext, { path }: PagePath): Promise<InventoryDetails> {
  const [site, access, found] = await Promise.all([openSite(ctx), findReaderAccess(ctx), findFindings(ctx)]);
  const page = site.retriever.pageAt(path);
  if (page === undefined) throw new AppError("not_found", `Page "${path.slice(0, 200)}" not found.`);
  const { questions, questionCount, use } = await listPageQuestions(ctx, { path: page.path });
  const sections = sectionsOf(page, ctx.project.siteUrl);
  const linkedFrom = [...site.retriever.pages()]
    .filter(({ file, links }) => file !== page.file && links.some((link) => link.file === page.file))
    .map(({ path, title }) => ({ path, title }))
    .sort((a, b) => byText(a.path, b.path));
  return {
    path: page.path,
    url: pageUrl(ctx.project.siteUrl, { path: page.path, anchor: null }),
    file: page.file,
    title: page.title,
    description: page.description,
    language: page.language,
    version: page.version,
    changedAt: site.changedAt(page.file)?.toISOString() ?? null,
    restrictedTo: access === null ? [] : groupsNeeded(page, access),
    findings: findingsOf(found, page.file),
    enforcesGroups: access !== null,
    use,
    sections: sections.slice(0, MAX_DETAILS),
    sectionCount: sections.length,
    linkedFrom: linkedFrom.slice(0, MAX_DETAILS),
    linkedFromCount: linkedFrom.length,
    questions,
    questionCount,
    days: USE_DAYS,
  };
}

/** The sections that have text, each once: a long one is several passages. */
function sectionsOf({ path, chunks }: IndexedPage, siteUrl: string | null): Section[] {
  const sections = new Map<string, Section>();
  for (const { headings, anchor } of chunks) {
    const heading = headings.at(-1);
    const key = JSON.stringify([anchor, headings]);
    if (heading === undefined || sections.has(key)) continue;
    sections.set(key, { heading, depth: headings.length, url: pageUrl(siteUrl, { path, anchor }) });
  }
  return [...sections.values()];
}
