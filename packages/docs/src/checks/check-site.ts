// Longer than others: what is found in pages, in navigation and between the two, in the order in which it is weighed.
import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import { findOtherSites, type OtherSite } from "../generator/other-generators.ts";
import type { Page } from "../page/page.ts";
import { readAutomations } from "../read-automations.ts";
import { readSite } from "../read-site.ts";
import { readSynonyms } from "../read-synonyms.ts";
import { resolveLink } from "../resolve-link.ts";
import { judgeAreasBy } from "../site/doubtful-areas.ts";
import { isPartial } from "../site/page-routes.ts";
import { stemOf } from "../site/posix.ts";
import { isOutsideSite } from "../site/repository-files.ts";
import type { Site } from "../site/site.ts";
import { withBase } from "../with-base.ts";
import { affectedPages } from "./affected-pages.ts";
import { readBaseSite } from "./base-site.ts";
import { checkedSite } from "./checked-site.ts";
import { applyConfig, readChecksConfig } from "./checks-config.ts";
import type { CheckCounts, CheckedSite, Finding, RawFinding } from "./finding.ts";
import { checkLinks, type LinkReport } from "./link-rules.ts";
import { withoutLinkedByTheme } from "./linked-by-theme.ts";
import { withoutNamed } from "./named-by-builds.ts";
import { droppedPages, duplicateSlugs, missingEntries, navigationProblems, orphanPages } from "./navigation-rules.ts";
import { isReadOtherwise } from "./other-readers.ts";
import { badImports, changedCode, importedFile, missingTitle, pageProblems } from "./page-rules.ts";
import { byCauseInBase, bySharedCause } from "./shared-causes.ts";
import { addressOf } from "./suggest-target.ts";
import { withoutFragments } from "./text-fragments.ts";
import { undeclaredNames } from "./undeclared-names.ts";
import {
  addWitnesses,
  isAside,
  isOfOthers,
  isThin,
  noWitnesses,
  type Witnesses,
  withoutUnknownLayout,
} from "./unknown-habits.ts";

/** Input of `checkSite`. */
export type CheckInput = {
  /** The files as they are now. */
  reader: DocsReader;
  /** The files as they were before the change, which stay as they are: its site is read once. Null checks everything as if new. */
  base: DocsReader | null;
  /** What changed: paths that were added, edited or deleted; for a moved file both its names. Not needed without a base. */
  changes?: { path: string; from?: string }[];
  /** Threads that parse pages beside this one, where a whole site is checked; none by default. */
  threads?: number;
};

/** Findings by severity. */
export type CheckResult = { errors: Finding[]; warnings: Finding[] };

/** Findings of a check, with the counts of pages and links it covered. */
export type CheckReport = CheckResult & {
  /** What works and could be better, with one correction each. */
  notes: Finding[];
  counts: CheckCounts;
};

/** The two states of a site that a check compares. */
type Comparison = {
  now: CheckedSite;
  before: CheckedSite;
  changed: ReadonlySet<string>;
  /** What a page was called before, by its path now. */
  oldName: (path: string) => string;
  /** What a page is called now, by its path before; undefined when it was not moved. */
  newName: (path: string) => string | undefined;
};

/**
 * Checks what a change did to a documentation site: every rule of `RULES`, in the changed files and in those that refer to them.
 *
 * Only what the change caused is reported. What was wrong before stays out, on whatever line it stands now. What code of the
 * site may serve is passed over: a false alarm costs more. A project's `.docsteward/checks.json` has the last word.
 *
 * @returns findings by path and line
 */
export async function checkSite(input: CheckInput): Promise<CheckReport> {
  const comparison = await compareSites(input);
  const { now, before } = comparison;
  // Asked together: the files are in another process.
  const [config, baseConfig, synonyms, baseSynonyms, automations, baseAutomations] = await Promise.all([
    readChecksConfig(input.reader, input.base),
    input.base && readChecksConfig(input.base, null),
    readSynonyms(input.reader, input.base),
    input.base && readSynonyms(input.base, null),
    readAutomations(input.reader, input.base),
    input.base && readAutomations(input.base, null),
  ]);
  const others = input.base ? [] : await findOtherSites(now.site, input.reader);
  const {
    found: ofPages,
    counts,
    targets,
    foundPlaces,
    right,
  } = await findInPages(input, comparison, config.components, others);
  const all: RawFinding[] = [
    ...ofPages,
    ...(await withColumns(withoutKnown(siteFindings(now.site), siteFindings(before.site)), input)),
    ...newDuplicates(comparison, input.base !== null),
    ...(await orphansOf(comparison, input, targets)),
    ...withoutKnown(config.problems, baseConfig?.problems ?? []),
    ...withoutKnown(synonyms.problems, baseSynonyms?.problems ?? []),
    ...withoutKnown(automations.problems, baseAutomations?.problems ?? []),
  ];
  const read = all.filter((finding) => !isReadOtherwise(finding, now.site));
  const { found, unknown } = await withoutNamed(read, now.site, {
    reader: input.base ? withBase(input.reader, input.base) : input.reader,
    before: input.base ? before.site : null,
  });
  const isOpen = ({ rule }: RawFinding) => !input.base && !config.rules.has(rule);
  const configured = applyConfig(found, config).map((finding): RawFinding => {
    const isOfOther = isOpen(finding) && (isAside(finding, now.site) || isOfOthers(finding));
    return isOfOther ? { ...finding, severity: "note" } : finding;
  });
  const unknownLinks = counts.unknownLinks + unknown + (all.length - read.length);
  if (config.rules.get("shared-cause") === "off") return { ...sorted(configured), counts: { ...counts, unknownLinks } };
  const { alone, once, shared } = input.base
    ? byCauseInBase(configured, before.site)
    : bySharedCause(configured, now.site, foundPlaces, right, others);
  const isInDoubt = (finding: RawFinding) => isOpen(finding) && isThin(finding, now.site);
  const toTold = (finding: RawFinding): RawFinding =>
    isInDoubt(finding) ? { ...finding, severity: "warning" } : finding;
  const reported = [...alone.map(toTold), ...applyConfig(once, config)];
  return { ...sorted(reported), counts: { ...counts, unknownLinks: unknownLinks + shared } };
}

async function compareSites({ reader, base, changes = [] }: CheckInput): Promise<Comparison> {
  const baseSite = await readBaseSite(base ?? EMPTY);
  const changed = new Set(
    base
      ? changes.flatMap(({ path, from }) => (from === undefined ? path : [path, from]))
      : (await reader.paths()).filter(isPageFile),
  );
  const site = await readSite(base ? withBase(reader, base) : reader, base ? { site: baseSite, changed } : undefined);
  if (base && site !== baseSite) judgeAreasBy(site, baseSite);
  const oldNames = new Map(changes.flatMap(({ path, from }) => (from === undefined ? [] : [[path, from] as const])));
  const oldName = (path: string) => oldNames.get(path) ?? path;
  const newNames = new Map([...oldNames].map(([path, from]) => [from, path]));
  const newName = (path: string) => newNames.get(path);
  const states = { now: checkedSite(site, reader), before: checkedSite(baseSite, base ?? EMPTY) };
  return { ...states, changed, oldName, newName };
}

type FoundInPages = {
  found: RawFinding[];
  counts: CheckCounts;
  targets: Map<string, ReadonlySet<string>>;
  foundPlaces: Set<string>;
  right: Witnesses;
};

async function findInPages(
  { reader, base, threads = 0 }: CheckInput,
  comparison: Comparison,
  known: ReadonlySet<string>,
  others: readonly OtherSite[],
): Promise<FoundInPages> {
  const { now, before, changed, oldName } = comparison;
  if (base) {
    const first = [...changed].filter(isPageFile).slice(0, BATCH);
    await Promise.all([now.prepare(first), before.prepare(first.map(oldName))]);
  }
  const affected = base ? await affectedPages(reader, now, before, changed) : [];
  const found: RawFinding[] = [];
  const counts: CheckCounts = { pages: 0, links: 0, unknownLinks: 0 };
  const pages: Page[] = [];
  const targets = new Map<string, ReadonlySet<string>>();
  const foundPlaces = new Set<string>();
  const right = noWitnesses();
  const old = new Map<string, Page>();
  const movedTo = (from: string, url: string) => findMoved(comparison, from, url);
  const paths = [...[...changed].filter(isPageFile), ...affected].filter((path) => !isOutsideSite(path, now.site));
  using _ahead = now.parseAhead(base ? [] : paths, threads);
  for (const [index, path] of paths.entries()) {
    if (base === null && index % BATCH === 0) await now.prepare(paths.slice(index, index + BATCH));
    const [page, was] = [await now.page(path), base ? await before.page(oldName(path)) : null];
    if (page) {
      const { findings, links, unknownLinks, ...report } = await pageFindings(page, now, {
        movedTo,
        isChange: base !== null,
      });
      addWitnesses(right, path, report);
      targets.set(path, report.targets);
      for (const place of report.found) foundPlaces.add(place);
      const own = withoutKnown(
        base ? findings : findings.map(mildly),
        was ? (await pageFindings(was, before, { isChange: true })).findings : [],
      );
      for (const finding of [...own, ...changedCode(page, was)]) found.push(finding);
      counts.pages += 1;
      counts.links += links;
      counts.unknownLinks += unknownLinks;
      pages.push(page);
    }
    if (was) old.set(path, was);
  }
  const [reference, codeReader] = base ? [before, withBase(reader, base)] : [now, reader];
  const unread = base ? new Set() : unreadPieces(pages, now.site);
  const isRead = ({ path }: { path: string }) => !unread.has(path);
  const of = { before: (path: string) => old.get(path) ?? null, now, reference, codeReader, known };
  const undeclared = await undeclaredNames({ ...of, pages: pages.filter(isRead), reader: base ?? reader });
  const read = base ? found : found.filter(isRead);
  const sure = base || others.length > 0 ? read : withoutUnknownLayout(read, right.rootLinks, now.site);
  const whole = await withoutFragments(sure, now.site, codeReader);
  return { found: [...whole, ...undeclared], counts, targets, foundPlaces, right };
}

const PLACEHOLDER = /^\{\{[ \t]{0,9}([\w.-]{1,99})[ \t]{0,9}\}\}$/;
/** Beside words, in capitals alone. */
const PLACEHOLDER_IN_TEXT = /\{\{[ \t]{0,9}([A-Z][A-Z0-9_]{1,99})[ \t]{0,9}\}\}/;

/** Whether a script makes pages out of this one: its title is or holds a name between braces that the site gives no text. */
function isFilledIn({ frontmatter }: Page, { settings }: Site): boolean {
  const { title } = frontmatter.data;
  const text = typeof title === "string" ? title.trim() : "";
  const name = PLACEHOLDER.exec(text)?.[1] ?? PLACEHOLDER_IN_TEXT.exec(text)?.[1];
  return name !== undefined && !settings.variables.has(name);
}

/**
 * Of a whole site, what no reader meets in this form: a page that a script fills in, and what Docusaurus makes no pages of and no page
 * takes in, such as a template for new pages.
 */
function unreadPieces(pages: readonly Page[], site: Site): Set<string> {
  const templates = new Set(pages.filter((page) => isFilledIn(page, site)).map(({ path }) => path));
  return site.dialect === "docusaurus" ? templates.union(ownPieces(pages, site)) : templates;
}

function ownPieces(pages: readonly Page[], site: Site): Set<string> {
  const pieces = new Set(pages.map(({ path }) => path).filter((path) => isPartial(path, site)));
  if (pieces.size === 0) return pieces;
  for (const { path, imports } of pages)
    for (const { from } of imports) pieces.delete(importedFile(site, path, from) ?? "");
  return pieces;
}

/** The address that a link needs since the change moved the page that it led to. */
function findMoved({ now, before, oldName, newName }: Comparison, from: string, url: string): string | null {
  const target = resolveLink(before.site, oldName(from), url);
  const path = target.kind === "page" ? newName(target.path) : undefined;
  return path === undefined || !now.site.pages.has(path) ? null : addressOf(now.site, from, url, path);
}

const EMPTY: DocsReader = { paths: async () => [], read: async () => null, readMany: async () => [] };

/**
 * A page that is too much to be parsed here is one that the site's builder may read, and a mild fault is one that the site lives
 * with: only a change that made it so is an error.
 */
function mildly(finding: RawFinding): RawFinding {
  return finding.rule === "unreadable" || finding.isMild ? { ...finding, severity: "note" } : finding;
}

async function pageFindings(
  page: Page,
  checked: CheckedSite,
  { movedTo, isChange }: { movedTo?: Parameters<typeof checkLinks>[2]; isChange: boolean },
): Promise<LinkReport> {
  const { site } = checked;
  const { findings, ...counts } = await checkLinks(page, checked, movedTo);
  const own = [...pageProblems(page), ...missingTitle(page, site, isChange), ...badImports(page, site)];
  return { findings: [...own, ...findings], ...counts };
}

function siteFindings(site: Site): RawFinding[] {
  return [...navigationProblems(site), ...missingEntries(site)];
}

/** Pieces that pages take in are looked for in a whole check alone, where the text of every page is read. */
async function orphansOf(comparison: Comparison, input: CheckInput, targets: Map<string, ReadonlySet<string>>) {
  const orphans = await newOrphans(comparison, input, targets);
  const { site } = comparison.now;
  return input.base
    ? orphans
    : withoutFragments(await withoutLinkedByTheme(orphans, site, input.reader), site, input.reader);
}

/** Finds the columns of what is wrong in navigation files, of which the rules know the line and the words. */
async function withColumns(findings: RawFinding[], { reader, base }: CheckInput): Promise<RawFinding[]> {
  if (findings.length === 0) return findings;
  const paths = [...new Set(findings.map(({ path }) => path))];
  const files = await (base ? withBase(reader, base) : reader).readMany(paths);
  const lines = new Map(files.map(({ path, text }) => [path, text.split("\n")]));
  return findings.map((finding) => {
    const { path, line, column, words } = finding;
    const at = words === undefined ? -1 : (lines.get(path)?.[line - 1]?.indexOf(words) ?? -1);
    return { ...finding, column: at < 0 ? column : at + 1 };
  });
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

/** Pages that share an address now. Two that already did, under whatever names, are not reported again. */
function newDuplicates({ now, before, changed, oldName }: Comparison, hasBase: boolean): RawFinding[] {
  if (now.site === before.site) return [];
  const known = new Set(duplicateSlugs(before.site, () => true).map(({ key }) => key));
  return duplicateSlugs(now.site, (path) => !hasBase || changed.has(path) || changed.has(oldName(path))).filter(
    ({ key }) => !known.has(key),
  );
}

/**
 * Pages that readers cannot get to: no navigation lists them, and no page that they can get to links to them. One that the change
 * dropped from its navigation is named all the same.
 */
async function newOrphans(
  { now, before, oldName }: Comparison,
  { reader, base }: CheckInput,
  targets: Map<string, ReadonlySet<string>>,
): Promise<RawFinding[]> {
  const hasBase = base !== null;
  if (now.site === before.site) return [];
  const known = new Set(orphanPages(before.site, hasBase).map(({ path }) => path));
  const unlisted = orphanPages(now.site, hasBase);
  const all = new Set(unlisted.map(({ path }) => path));
  const fresh = unlisted.filter(({ path }) => !known.has(oldName(path)));
  const wanted = fresh.map(({ path }) => path);
  if (hasBase) await addTargets(targets, wanted, now, withBase(reader, base));
  const reached = reachablePages(now.site, all, targets);
  const found = fresh.filter(({ path }) => !reached.has(path));
  const reported = new Set(found.map(({ path }) => path));
  const dropped = hasBase ? droppedPages(now.site, before.site, oldName) : [];
  return [...found, ...dropped.filter(({ path }) => !reported.has(path))];
}

/** Pages that a reader gets to from those that the navigation lists, and from the first page of the site. */
function reachablePages(
  { pages, routes }: Site,
  unlisted: ReadonlySet<string>,
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const home = routes.get("/");
  const reached = new Set([...pages.keys()].filter((path) => !unlisted.has(path) || path === home));
  for (const path of reached) for (const target of targets.get(path) ?? []) reached.add(target);
  return reached;
}

/** A change adds few pages; of more, each that no navigation lists is named. */
const MAX_WANTED = 100;

/** Adds the targets of pages that were not checked, of those that may link to one of a few pages by its name. */
async function addTargets(
  targets: Map<string, ReadonlySet<string>>,
  wanted: readonly string[],
  checked: CheckedSite,
  reader: DocsReader,
): Promise<void> {
  if (wanted.length === 0 || wanted.length > MAX_WANTED) return;
  const names = wanted.map(nameInLinks);
  const paths = [...checked.site.pages.keys()].filter((path) => !targets.has(path));
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(paths.slice(from, from + BATCH))) {
      if (!names.some((name) => text.includes(name))) continue;
      const links = (await checked.page(path))?.links ?? [];
      const found = links.map(({ url }) => resolveLink(checked.site, path, url));
      targets.set(path, new Set(found.flatMap((target) => (target.kind === "page" ? target.path : []))));
    }
  }
}

const BATCH = 100;

/** What a link to a page holds: its name, or that of its folder. */
function nameInLinks(path: string): string {
  const stem = stemOf(path).replace(/\/(?:index|readme)$/i, "");
  return stem.slice(stem.lastIndexOf("/") + 1);
}

function sorted(found: RawFinding[]): Omit<CheckReport, "counts"> {
  const inOrder = found.toSorted((a, b) =>
    a.path === b.path ? a.line - b.line || a.column - b.column : a.path < b.path ? -1 : 1,
  );
  const of = (wanted: RawFinding["severity"]) =>
    inOrder.flatMap(({ severity, path, line, column, rule, message, fix }) =>
      severity === wanted ? [{ path, line, column, rule, message, ...(fix === undefined ? {} : { fix }) }] : [],
    );
  return { errors: of("error"), warnings: of("warning"), notes: of("note") };
}
