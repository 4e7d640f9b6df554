import type { OtherSite } from "../generator/other-generators.ts";
import { pathOf } from "../page/page.ts";
import { resolveLink } from "../resolve-link.ts";
import { hasFileEnding, isWrittenWhole, placeOf } from "../site/doubtful-areas.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, joinPath, lastPartOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import { type Cause, causesInDoubt } from "./causes-in-doubt.ts";
import type { RawFinding } from "./finding.ts";
import { unknownHabits, type Witnesses } from "./unknown-habits.ts";

/** Fewer places that are missing for what looks like one reason are faults of their own. */
const MIN_MISSING = 4;
/** One page may be wrong as a whole. */
const MIN_PAGES = 2;
/** Of all that has the form in question, so much is missing: else the form is understood. */
const MIN_SHARE = 0.9;
/** Entries without a page in one navigation file, and their share of its entries: a person leaves few behind. */
const MIN_ENTRIES = 8;
const MIN_ENTRY_SHARE = 0.2;
/** A generator reads files of one name in many folders; in so many of them one cause is likelier than a slip in each. */
const MIN_ALIKE_FILES = 4;
const MAX_DEPTH = 20;
/** A folder of the site before a change with more pages would need more links that lead nowhere than any change meets. */
const MAX_THERE = 10;

/** Findings that stand for themselves, and those that are said once: a note or a warning for each cause. */
export type ByCause = { alone: RawFinding[]; once: RawFinding[]; shared: number };

/**
 * Rule `shared-cause`: findings of a whole site that have one cause which is more likely a part of the site that cannot be seen
 * than a fault of each page. Said once, as a note, or as a warning where it may be many faults as well. What has one correction is
 * understood, so it stands for itself.
 *
 * @param found the places that links lead to: addresses, and files without their endings
 * @param right what else was seen to be right
 * @param others the sites of generators that are not known here
 */
export function bySharedCause(
  findings: RawFinding[],
  site: Site,
  found: ReadonlySet<string>,
  right: Witnesses,
  others: readonly OtherSite[] = [],
): ByCause {
  const unknown = ofOtherSites(findings, others);
  const isOpen = ({ fix, rule, severity }: RawFinding) =>
    fix === undefined && !(severity === "note" && OF_ADDRESSES.has(rule));
  const open = findings.filter((finding) => isOpen(finding) && !unknown.has(finding));
  const lost = open.flatMap(({ rule, path, leadsTo }) =>
    rule === "broken-link" && leadsTo !== undefined ? [{ from: path, place: leadsTo }] : [],
  );
  const folders = lostFolders(site, lost, found);
  const files = lostEntries(open, site);
  const doubts = causesInDoubt(open, site);
  const toCause = (finding: RawFinding) => {
    if (!isOpen(finding) || unknown.has(finding)) return unknown.get(finding) ?? null;
    if (finding.rule === "navigation-entry") return files.get(finding.path) ?? null;
    const isLost = finding.rule === "broken-link" && finding.leadsTo !== undefined;
    return (isLost ? causeOf(folders, finding.leadsTo ?? "") : null) ?? doubts.get(finding) ?? null;
  };
  const known = new Map(
    findings.flatMap((finding) => {
      const cause = toCause(finding);
      return cause === null ? [] : [[finding, cause] as const];
    }),
  );
  for (const [same, cause] of unknownHabits(
    open.filter((finding) => !known.has(finding)),
    site,
    right,
  ))
    for (const finding of same) if (!known.has(finding)) known.set(finding, cause);
  return gather(findings, (finding) => known.get(finding) ?? null);
}

/** Rules that count addresses, each generator in its own way. */
const OF_ADDRESSES: ReadonlySet<RawFinding["rule"]> = new Set<RawFinding["rule"]>([
  "broken-link",
  "broken-anchor",
  "missing-asset",
  "navigation-entry",
  "orphan-page",
  "duplicate-slug",
]);

/** What depends on how addresses count on the pages of a generator that is not known here. */
function ofOtherSites(findings: readonly RawFinding[], others: readonly OtherSite[]): Map<RawFinding, Cause> {
  const causes = new Map<RawFinding, Cause>();
  if (others.length === 0) return causes;
  for (const { name, builds } of others) {
    const isOpen = (one: RawFinding) =>
      one.fix === undefined && one.severity !== "note" && OF_ADDRESSES.has(one.rule) && !causes.has(one);
    const found = findings.filter((one) => isOpen(one) && builds(one.path));
    const [first] = found;
    if (first === undefined) continue;
    const count = found.length === 1 ? "1 link, file or address" : `${found.length} links, files and addresses`;
    const example = first.url === undefined ? "" : `, such as ${first.url}`;
    const message = `${name} builds this site, which is not among the generators that are known here: ${count} could not be compared${example}. Are they right there? If not, correct them.`;
    const cause: Cause = { message, severity: "warning" };
    for (const one of found) causes.set(one, cause);
  }
  return causes;
}

/**
 * The same for what a change caused. Only a folder that the site before could not be seen to have counts, and only links that
 * led nowhere then, too: what a change breaks is its own, however much of it there is.
 *
 * @param before the site before the change
 */
export function byCauseInBase(findings: RawFinding[], before: Site): ByCause {
  const isOld = ({ rule, fix, path, url = "" }: RawFinding) =>
    rule === "broken-link" && fix === undefined && resolveLink(before, path, url).kind === "missing";
  const old = new Map(findings.flatMap((one) => (one.leadsTo !== undefined && isOld(one) ? [[one, one.leadsTo]] : [])));
  const there = old.size === 0 ? new Map<string, number>() : pagesBelow(before);
  const thin = [...old.values()].flatMap(foldersAbove).filter((folder) => (there.get(folder) ?? 0) <= MAX_THERE);
  if (thin.length === 0) return { alone: findings, once: [], shared: 0 };
  const { lost, found } = linksBelow(before, new Set(thin));
  const folders = lostFolders(before, lost, found);
  return gather(findings, (finding) => {
    const place = old.get(finding);
    return place === undefined ? null : causeOf(folders, place);
  });
}

/** The place that a link to a page names: an address, or a file without its ending; null where it names none. */
export function placeNamed(site: Site, from: string, url: string): string | null {
  const path = decode(pathOf(url));
  if (path === "") return null;
  const file = path.startsWith("/") ? path : joinPath(folderOf(from), path);
  const place = file === null ? null : placeOf(site, file);
  return place === null || hasFileEnding(place) ? null : place;
}

function gather(findings: RawFinding[], toCause: (finding: RawFinding) => Cause | null): ByCause {
  const alone: RawFinding[] = [];
  const once = new Map<Cause, RawFinding>();
  for (const finding of findings) {
    const cause = toCause(finding);
    if (cause === null) alone.push(finding);
    else if (!once.has(cause)) {
      const { path, line, column } = finding;
      const { message, severity = "note" } = cause;
      const key = `shared-cause ${message}`;
      once.set(cause, { path, line, column, rule: "shared-cause", message, severity, key });
    }
  }
  return { alone, once: [...once.values()], shared: findings.length - alone.length };
}

type Lost = { from: string; place: string };
type Folder = Cause & { folder: string };

/** Folders into which several pages lead to several places, of which next to nothing is there. */
function lostFolders(site: Site, lost: readonly Lost[], found: Iterable<string>): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  if (isWrittenWhole(site)) return folders;
  const counts = new Map<string, { places: Set<string>; pages: Set<string>; links: number }>();
  for (const { from, place } of lost)
    for (const folder of foldersAbove(place)) {
      const count = counts.get(folder) ?? { places: new Set(), pages: new Set(), links: 0 };
      counts.set(folder, count);
      count.places.add(place);
      count.pages.add(from);
      count.links += 1;
    }
  for (const [folder, { places, pages }] of counts)
    if (places.size < MIN_MISSING || pages.size < MIN_PAGES) counts.delete(folder);
  if (counts.size === 0) return folders;
  const there = new Map<string, number>();
  for (const place of new Set([...found, ...site.routes.keys(), ...[...site.pages.keys()].map(stemOf)]))
    for (const folder of foldersAbove(place)) if (counts.has(folder)) there.set(folder, (there.get(folder) ?? 0) + 1);
  for (const [folder, { places, pages, links }] of counts) {
    if (places.size < MIN_SHARE * (places.size + (there.get(folder) ?? 0))) continue;
    const [example] = places;
    const message = `${links} links on ${pages.size} pages lead to ${places.size} places below ${folder}, such as ${example}. Nothing in this repository makes them: are they built, or written elsewhere? If not, correct the links.`;
    folders.set(folder, { folder, message });
  }
  return folders;
}

/** The widest of the folders that a place lies in. */
function causeOf(folders: ReadonlyMap<string, Folder>, place: string): Folder | null {
  return (
    foldersAbove(place)
      .flatMap((folder) => folders.get(folder) ?? [])
      .at(-1) ?? null
  );
}

/** The folders that a place lies in, the narrowest first. */
function foldersAbove(place: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(place); folder !== "" && folders.length < MAX_DEPTH; folder = folderOf(folder))
    folders.push(folder);
  return folders;
}

const counted = new WeakMap<Site, ReadonlyMap<string, number>>();

/** How many addresses and files of pages lie below each folder. Counted once: changes are compared with one site again and again. */
function pagesBelow(site: Site): ReadonlyMap<string, number> {
  const known = counted.get(site);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const place of [...site.routes.keys(), ...[...site.pages.keys()].map(stemOf)])
    for (const folder of foldersAbove(place)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  counted.set(site, counts);
  return counts;
}

type NamedLink = Lost & { url: string };
const named = new WeakMap<Site, readonly NamedLink[]>();

/** The links of all pages by their outlines, with the places that they name; read once. */
function namedLinks(site: Site): readonly NamedLink[] {
  const links =
    named.get(site) ??
    [...site.pages.values()].flatMap(({ path, absoluteLinks, relativeLinks }) =>
      [...absoluteLinks, ...relativeLinks].flatMap((url): NamedLink[] => {
        const place = placeNamed(site, path, url);
        return place === null ? [] : [{ from: path, url, place }];
      }),
    );
  named.set(site, links);
  return links;
}

/** What the pages of a site link to below some folders. */
function linksBelow(site: Site, folders: ReadonlySet<string>): { lost: Lost[]; found: Set<string> } {
  const lost: Lost[] = [];
  const found = new Set<string>();
  for (const { from, url, place } of namedLinks(site)) {
    if (!foldersAbove(place).some((folder) => folders.has(folder))) continue;
    const { kind } = resolveLink(site, from, url);
    if (kind === "missing") lost.push({ from, place });
    else if (kind === "page") found.add(place);
  }
  return { lost, found };
}

/** Navigation files of which many entries have no page, or that are called the same and lack many of them together. */
function lostEntries(findings: readonly RawFinding[], site: Site): Map<string, Cause> {
  const missing = Map.groupBy(
    findings.filter(({ rule }) => rule === "navigation-entry"),
    ({ path }) => path,
  );
  const all = new Map<string, number>();
  for (const { file, target } of site.navigation.entries)
    if (target === "page") all.set(file, (all.get(file) ?? 0) + 1);
  const causes = new Map<string, Cause>();
  const add = (files: readonly string[], of: string) => {
    const count = files.reduce((sum, file) => sum + (missing.get(file)?.length ?? 0), 0);
    const entries = files.reduce((sum, file) => sum + (all.get(file) ?? 0), 0);
    if (count < MIN_ENTRIES || count < MIN_ENTRY_SHARE * entries) return;
    const message = `${count} of ${entries} entries of ${of} lead to no page of this repository. Are the pages built, or written elsewhere? If not, correct the entries.`;
    const cause = { message };
    for (const file of files) if (!causes.has(file)) causes.set(file, cause);
  };
  for (const file of missing.keys()) add([file], "this file");
  for (const [name, files] of Map.groupBy(missing.keys(), lastPartOf))
    if (files.length >= MIN_ALIKE_FILES) add(files, `${files.length} files called ${name}`);
  return causes;
}
