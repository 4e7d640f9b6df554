import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import type { Page } from "../page/page.ts";
import { parsePage } from "../parse-page.ts";
import { readSite } from "../read-site.ts";
import type { Site } from "../site/site.ts";
import { affectedPages } from "./affected-pages.ts";
import { brokenAnchors } from "./broken-anchor.ts";
import { brokenLinks } from "./broken-link.ts";
import type { CheckedSite, Finding, RawFinding } from "./finding.ts";
import { missingEntries } from "./navigation-entry.ts";
import { navigationProblems } from "./navigation-syntax.ts";
import { orphanPages } from "./orphan-page.ts";
import { pageProblems } from "./page-problems.ts";

export type CheckInput = {
  /** The files as they are now. */
  reader: DocsReader;
  /** The files as they were before the change, which stay as they are: its site is read once. Null checks everything as if new. */
  base: DocsReader | null;
  /** What changed: paths that were added, edited or deleted; for a moved file both its names. Not needed without a base. */
  changes?: { path: string; from?: string }[];
};

export type CheckResult = { errors: Finding[]; warnings: Finding[] };

/**
 * Checks what a change did to a documentation site: pages that do not parse, links and anchors that lead nowhere, navigation
 * entries without a page, new pages without an entry.
 *
 * Only what the change caused is reported, in the changed files and in those that refer to them. What was wrong before stays
 * out, on whatever line it stands now. Links that code of the site may serve are passed over: a false alarm costs more.
 *
 * @returns findings by path and line
 */
export async function checkSite(input: CheckInput): Promise<CheckResult> {
  const base = input.base ?? EMPTY;
  const baseSite = await readBaseSite(base);
  const moves = (input.changes ?? []).filter(({ from }) => from !== undefined);
  const changed = new Set(
    input.base
      ? (input.changes ?? []).flatMap(({ path, from }) => (from === undefined ? path : [path, from]))
      : await input.reader.paths(),
  );
  const site = await readSite(input.reader, input.base ? { site: baseSite, changed } : undefined);
  const [now, before] = [checkedSite(site, input.reader), checkedSite(baseSite, base)];
  const pages = [...[...changed].filter(isPageFile), ...(await affectedPages(input.reader, now, before, changed))];
  const oldNames = new Map(moves.map(({ path, from }) => [path, from ?? path]));
  const found: RawFinding[] = [];
  for (const path of pages) {
    const old = await pageFindings(oldNames.get(path) ?? path, before);
    found.push(...withoutKnown(await pageFindings(path, now), old));
  }
  found.push(...withoutKnown(siteFindings(site), siteFindings(baseSite)));
  found.push(...newOrphans(site, baseSite, oldNames));
  return sorted(found);
}

const baseSites = new WeakMap<DocsReader, Promise<Site>>();

function readBaseSite(base: DocsReader): Promise<Site> {
  const known = baseSites.get(base);
  if (known) return known;
  const reading = readSite(base);
  baseSites.set(base, reading);
  reading.catch(() => baseSites.delete(base));
  return reading;
}

const EMPTY: DocsReader = { paths: async () => [], read: async () => null, readMany: async () => [] };

function checkedSite(site: Site, reader: DocsReader): CheckedSite {
  const parsed = new Map<string, Promise<Page | null>>();
  const parse = async (path: string) => {
    const [file] = site.pages.has(path) ? await reader.readMany([path]) : [];
    return file ? parsePage(path, file.text, { allowsHtmlComments: site.dialect === "docusaurus" }) : null;
  };
  const page = (path: string) => {
    const known = parsed.get(path) ?? parse(path);
    parsed.set(path, known);
    return known;
  };
  return { site, page };
}

async function pageFindings(path: string, checked: CheckedSite): Promise<RawFinding[]> {
  const page = await checked.page(path);
  if (page === null) return [];
  return [...pageProblems(page), ...brokenLinks(page, checked.site), ...(await brokenAnchors(page, checked))];
}

function siteFindings(site: Site): RawFinding[] {
  return [...navigationProblems(site), ...missingEntries(site)];
}

/** Leaves out what was there before: as many of a kind as there were, the first ones. */
function withoutKnown(now: RawFinding[], before: RawFinding[]): RawFinding[] {
  const known = new Map<string, number>();
  for (const { key } of before) known.set(key, (known.get(key) ?? 0) + 1);
  return now.filter(({ key }) => {
    const left = known.get(key) ?? 0;
    known.set(key, left - 1);
    return left <= 0;
  });
}

function newOrphans(site: Site, base: Site, oldNames: ReadonlyMap<string, string>): RawFinding[] {
  const before = new Set(orphanPages(base).map(({ path }) => path));
  return orphanPages(site).filter(({ path }) => !before.has(oldNames.get(path) ?? path));
}

function sorted(found: RawFinding[]): CheckResult {
  const inOrder = found.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  const of = (severity: RawFinding["severity"]) =>
    inOrder.flatMap(({ path, line, rule, message, severity: own }) =>
      own === severity ? [{ path, line, rule, message }] : [],
    );
  return { errors: of("error"), warnings: of("warning") };
}
