import { pathOf } from "../page/page.ts";
import { readsAddresses } from "../relative-links.ts";
import { hasFileEnding, isWrittenWhole } from "../site/doubtful-areas.ts";
import { pageEdition } from "../site/page-edition.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, foldersAbove, joinPath, stemOf } from "../site/posix.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { Doubt } from "./causes-in-doubt.ts";
import type { RawFinding } from "./finding.ts";

/** What a check of a whole site saw to be right. What it takes to be wrong is judged by it. */
export type Witnesses = {
  /** Links to pages from the root of the site. */
  rootLinks: number;
  /** Relative links without the ending of a page, which count from an address and not from a file. */
  bareLinks: number;
  /** By page, its relative links that lead somewhere. */
  relativeLinks: Map<string, number>;
  /** Anchors that are there, as `page#anchor`, by page. */
  anchors: Map<string, Set<string>>;
  /** Pages with a picture that is there. */
  withPictures: Set<string>;
};

export const noWitnesses = (): Witnesses => ({
  rootLinks: 0,
  bareLinks: 0,
  relativeLinks: new Map(),
  anchors: new Map(),
  withPictures: new Set(),
});

/** Of links that count from addresses, so many are right where the addresses are understood. */
const MIN_RIGHT = 0.9;
/** One may be wrong anywhere. */
const MIN_BARE = 2;
/** Of links from the root fewer that are wrong are faults, and so are those that are not more than the right ones. */
const MIN_ROOT = 4;
/** Links of one page, and the share of them that another folder explains; and that of the right ones which says that it does not. */
const MIN_TAKEN = 4;
const MIN_TAKEN_SHARE = 0.75;
const MAX_RIGHT_OF_TAKEN = 0.25;
/** Anchors that one page does not have, if they are more than it has. */
const MIN_ANCHORS = 6;
/** Links of a page that name one anchor of its own. */
const MIN_SHOWN = 3;
/** Pages, each in all its languages and versions, that lack one anchor. */
const MIN_LACKING = 5;
const MIN_PICTURES = 3;

/** Whether a link is relative and has not the ending of a page, or that of what is made of one. */
export function isBare(url: string): boolean {
  const path = pathOf(url);
  return path !== "" && !path.startsWith("/") && (!hasFileEnding(path) || /\.html?$/i.test(path));
}

/** What the links of one page add to it. */
export type WitnessesOfPage = {
  rootLinks: number;
  bareLinks: number;
  relativeLinks: number;
  anchors: string[];
  hasPicture: boolean;
};

export function addWitnesses(all: Witnesses, path: string, own: WitnessesOfPage): void {
  all.rootLinks += own.rootLinks;
  all.bareLinks += own.bareLinks;
  all.relativeLinks.set(path, own.relativeLinks);
  for (const anchor of own.anchors) {
    const page = anchor.slice(0, anchor.lastIndexOf("#"));
    all.anchors.set(page, (all.anchors.get(page) ?? new Set()).add(anchor));
  }
  if (own.hasPicture) all.withPictures.add(path);
}

/** Findings of a whole site that lie where little or nothing of the same kind is right: how the site does it is not known. */
export function unknownHabits(findings: readonly RawFinding[], site: Site, right: Witnesses): Doubt[] {
  return doubtsOf(findings, site, right).map(([found, { message }]) => [found, { message, severity: "warning" }]);
}

function doubtsOf(findings: readonly RawFinding[], site: Site, right: Witnesses): Doubt[] {
  const links = findings.filter(({ rule, url }) => rule === "broken-link" && url !== undefined);
  const anchors = findings.filter(({ rule, leadsTo }) => rule === "broken-anchor" && leadsTo !== undefined);
  return [
    ...unservedFolders(links, site),
    ...lostFromRoot(links, right),
    ...lostBareLinks(links, site, right),
    ...takenElsewhere(links, site, right),
    ...writtenHeadings(anchors),
    ...shownAnchors(anchors),
    ...otherPages(anchors, right),
    ...commonAnchors(anchors, site),
    ...copiedPictures(findings, site, right),
  ];
}

const countOf = (found: readonly RawFinding[], what: string) =>
  found.length === 1 ? `1 ${what} leads` : `${found.length} ${what}s lead`;

/** Links into folders of addresses in which the site has no page: another app may serve them. */
function unservedFolders(links: readonly RawFinding[], site: Site): Doubt[] {
  if (isWrittenWhole(site)) return [];
  const lost = links.filter(({ url = "", leadsTo }) => url.startsWith("/") && leadsTo !== undefined);
  if (lost.length === 0) return [];
  const served = new Set([...site.routes.keys()].filter((route) => route !== "/").map(folderOf));
  const byFolder = Map.groupBy(lost, ({ leadsTo = "" }) => folderOf(leadsTo));
  return [...byFolder].flatMap(([folder, found]): Doubt[] => {
    if (served.has(folder)) return [];
    const message = `${countOf(found, "link")} to addresses below ${folder}/, such as ${found[0]?.url}, where this site has no page. Does something else serve them? If not, correct the links.`;
    return [[found, { message }]];
  });
}

/** Links from the root of a site of which most are wrong. */
function lostFromRoot(links: readonly RawFinding[], { rootLinks }: Witnesses): Doubt[] {
  const found = links.filter(({ url = "" }) => url.startsWith("/"));
  const places = new Set(found.map(({ url = "" }) => pathOf(url))).size;
  if (places < MIN_ROOT || found.length <= rootLinks) return [];
  const message = `${found.length} of ${found.length + rootLinks} links from the root of the site lead to no page, such as ${found[0]?.url}. Are the addresses of the site other ones? If not, correct the links.`;
  return [[found, { message }]];
}

/** Relative links that count from addresses: whether these end with a slash, and what is served beside them, is the site's. */
function lostBareLinks(links: readonly RawFinding[], site: Site, { bareLinks }: Witnesses): Doubt[] {
  if (isWrittenWhole(site)) return [];
  const found = links.filter(({ url = "" }) => isBare(url));
  const places = new Set(found.map(({ url = "" }) => pathOf(url))).size;
  if (places < MIN_BARE || bareLinks >= MIN_RIGHT * (bareLinks + found.length)) return [];
  const message = `${found.length} of ${found.length + bareLinks} relative links without the ending of a page lead to no page, such as ${found[0]?.url}. Does the site count them from another address? If not, correct the links.`;
  return [[found, { message }]];
}

/** Links of one page that are right from another folder: the page may be shown there. */
function takenElsewhere(links: readonly RawFinding[], site: Site, { relativeLinks }: Witnesses): Doubt[] {
  const stems = new Set([...site.pages.keys()].map(stemOf));
  const relative = links.filter(({ url = "" }) => !url.startsWith("/") && url.includes("/"));
  return [...Map.groupBy(relative, ({ path }) => path)].flatMap(([page, found]): Doubt[] => {
    const paths = [...new Set(found.map(({ url = "" }) => decode(pathOf(url))))];
    const fine = relativeLinks.get(page) ?? 0;
    if (paths.length < MIN_TAKEN || fine >= MAX_RIGHT_OF_TAKEN * (fine + found.length)) return [];
    const isRightFrom = (folder: string) =>
      paths.filter((path) => stems.has(stemOf(joinPath(folder, path) ?? ""))).length >= MIN_TAKEN_SHARE * paths.length;
    const [, ...above] = foldersAbove(page);
    const folder = above.find(isRightFrom);
    if (folder === undefined) return [];
    const where = folder === "" ? "the top of the repository" : folder;
    const message = `${found.length} links of this page, such as ${found[0]?.url}, would be right in ${where}. Is the page shown there? If not, correct the links.`;
    return [[found, { message }]];
  });
}

/** Anchors that read like a line of their page that looks like a heading: this parser and the generator may differ about it. */
function writtenHeadings(anchors: readonly RawFinding[]): Doubt[] {
  const written = anchors.filter(({ isWritten }) => isWritten === true);
  return [...Map.groupBy(written, pageNamed)].map(([page, found]): Doubt => {
    const message = `${countOf(found, "link")} to what looks like a heading of ${page} and has another id here, or none, such as ${found[0]?.url}. Does the site read the page in a way of its own? If not, correct the anchors.`;
    return [found, { message }];
  });
}

const pageNamed = ({ leadsTo = "" }: RawFinding) => leadsTo.slice(0, leadsTo.lastIndexOf("#"));
const anchorNamed = ({ leadsTo = "" }: RawFinding) => leadsTo.slice(leadsTo.lastIndexOf("#") + 1);

/** One anchor of its own that a page names again and again: the links show how links look. */
function shownAnchors(anchors: readonly RawFinding[]): Doubt[] {
  const own = anchors.filter(({ url = "" }) => url.startsWith("#"));
  return [...Map.groupBy(own, ({ leadsTo }) => leadsTo)].flatMap(([, found]): Doubt[] => {
    if (found.length < MIN_SHOWN) return [];
    const message = `${found.length} links of this page name its anchor ${found[0]?.url}, which isn't there. Are they meant to lead nowhere? If not, correct them.`;
    return [[found, { message }]];
  });
}

/** Anchors of a page that lacks more of those that are named than it has: the build may make it of something else. */
function otherPages(anchors: readonly RawFinding[], right: Witnesses): Doubt[] {
  return [...Map.groupBy(anchors, pageNamed)].flatMap(([page, found]): Doubt[] => {
    const lost = new Set(found.map(anchorNamed)).size;
    const there = right.anchors.get(page)?.size ?? 0;
    if (lost < MIN_ANCHORS || lost <= there) return [];
    const message = `${found.length} links name ${lost} headings of ${page} that aren't there, such as ${found[0]?.url}, and ${there} that are. Does the build make the page of more than this file? If not, correct the anchors.`;
    return [[found, { message }]];
  });
}

/** One anchor that many pages lack: their layout may have it. */
function commonAnchors(anchors: readonly RawFinding[], site: Site): Doubt[] {
  return [...Map.groupBy(anchors, anchorNamed)].flatMap(([anchor, found]): Doubt[] => {
    const pages = new Set(found.map((one) => pageEdition(site, pageNamed(one)).original));
    if (pages.size < MIN_LACKING) return [];
    const message = `${found.length} links name #${anchor} of ${pages.size} pages, none of which has it. Does their layout? If not, correct the anchors.`;
    return [[found, { message }]];
  });
}

/** Pictures of a page that shows none that is there, each called like a file elsewhere: the build may copy them. */
function copiedPictures(findings: readonly RawFinding[], site: Site, { withPictures }: Witnesses): Doubt[] {
  const lost = findings.filter(({ rule, path, isPicture }) => {
    return rule === "missing-asset" && isPicture === true && !withPictures.has(path);
  });
  const many = [...Map.groupBy(lost, ({ path }) => path)].filter(([, found]) => urlsOf(found) >= MIN_PICTURES);
  if (many.length === 0) return [];
  const names = new Set([...site.otherFiles].map(nameOf));
  return many.flatMap(([, found]): Doubt[] => {
    if (!found.every(({ url = "" }) => names.has(nameOf(decode(pathOf(url)))))) return [];
    const message = `${found.length} pictures of this page aren't where it names them, such as ${found[0]?.url}, and files of their names lie elsewhere. Does the build copy them? If not, correct the paths.`;
    return [[found, { message }]];
  });
}

const urlsOf = (found: readonly RawFinding[]) => new Set(found.map(({ url }) => url)).size;
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** Of what would end the build, these are the ones that parsers and configurations differ about most. */
const DIFFERS: ReadonlySet<RawFinding["rule"]> = new Set<RawFinding["rule"]>([
  "bad-import",
  "duplicate-slug",
  "html-tags",
]);
/** Beside the pages of these, other tools write HTML. */
const WRITES_HTML: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["plain", "sphinx"]);
const isHtmlBeside = (url: string) => !url.startsWith("/") && /\.html?$/i.test(pathOf(url));
/** What another project wrote. */
const TAKEN_OVER = /(^|\/)(?:vendor|third[-_]?party|3rd[-_]?party|exampleSite|deps|extern|subprojects)\//i;
const THEMES = /(^|\/)themes\/[^/]+\//;
/** Where programs put what they install. */
const INSTALLED = /(^|\/)(?:node_modules|bower_components|site-packages|dist-packages|Pods|Carthage\/Checkouts)\//;
/** What tests read: pages with faults on purpose, and links that lead nowhere. */
const FIXTURES =
  /(^|\/)(?:test[-_]?data|(?:[\w-]{1,40}[-_])?fixtures?|__\w{1,40}__|test[-_](?:cases|files|resources|assets|inputs?|samples?|suites?))\//i;
const TESTS = /(^|\/)(?:tests?|specs?|e2e|cypress)\//i;
const OF_DOCUMENTS = /(^|\/)(?:docs?|documentation|content|website)\//i;
const FOR_READERS = /(^|\/)(?:readme|contributing|changelog)\.mdx?$/i;

/**
 * Whether a file is none of the site's, which shows no page of it: of a copied theme of Hugo, Jekyll or Hexo, what was installed, or
 * what tests read.
 */
export function isAside({ path }: Pick<RawFinding, "path">, site: Site): boolean {
  if (INSTALLED.test(path) || (/^(?:hugo|jekyll)$/.test(site.dialect) && THEMES.test(path))) return true;
  const isOfTests = FIXTURES.test(path) || (TESTS.test(path) && !FOR_READERS.test(path));
  return isOfTests && (site.config === "" ? !OF_DOCUMENTS.test(path) : sectionOf(site, path) === null);
}

/** Whether a warning is of what another project wrote: the site says nothing about it. */
export function isOfOthers({ path, severity }: RawFinding): boolean {
  return severity === "warning" && TAKEN_OVER.test(path);
}

/**
 * Whether an error of a whole site is told as a warning: the site is built as it is, and what would end its build, or stands in
 * what another project wrote, is likelier something that is not known of it.
 */
export function isThin({ rule, path, severity, url, fix }: RawFinding, site: Site): boolean {
  const { dialect } = site;
  if (severity !== "error") return false;
  if (TAKEN_OVER.test(path)) return true;
  if (rule === "broken-link") {
    if (url === undefined) return false;
    return (WRITES_HTML.has(dialect) && isHtmlBeside(url)) || (fix === undefined && isLeftToBrowser(site, url));
  }
  if (rule === "missing-asset") return dialect === "hugo";
  // Parsers of YAML differ; those of JSON do not.
  if (rule === "navigation-syntax") return /\.ya?ml$/i.test(path);
  if (rule === "missing-title") return /(^|\/)(?:readme|changelog|contributing|license)\.mdx?$/i.test(path);
  return DIFFERS.has(rule) && dialect !== "mintlify";
}

/** Whether a link counts from the address of its page, which is the host's as much as the site's. */
function isLeftToBrowser(site: Site, url: string): boolean {
  const path = pathOf(url);
  return isBare(url) && !hasFileEnding(path) && readsAddresses(site, path);
}

/** Fewer lost addresses are faults, and no sign of a layout that is not understood. */
const MIN_LOST = 30;
/** Of the links from the root of a site that is understood, at most so many lead nowhere. */
const MAX_LOST = 0.1;

/**
 * Rule `unknown-layout`: so many links from the root of the site lead nowhere that the addresses of its pages cannot be those
 * that the checks take them for. It is said once, instead of each of these links.
 */
export function withoutUnknownLayout(found: RawFinding[], rootLinks: number, site: Site): RawFinding[] {
  const isLost = ({ rule, key }: RawFinding) => rule === "broken-link" && key.startsWith("broken-link /");
  const lost = found.filter(isLost);
  const isUnknown = (links: readonly RawFinding[]) =>
    new Set(links.map(({ key }) => key)).size >= MIN_LOST && links.length > MAX_LOST * (links.length + rootLinks);
  const [first] = lost;
  if (!isUnknown(lost) || !first) return found;
  const other = linksOfOtherApp(lost, site);
  if (other !== null && !isUnknown(lost.filter((one) => !other.links.has(one)))) {
    const message = `${other.links.size} links lead to ${other.top}, where this site has no page. Does something else serve them? If not, correct the links.`;
    const { path, line, column } = lost.find((one) => other.links.has(one)) ?? first;
    const once: RawFinding = { path, line, column, rule: "shared-cause", message, severity: "warning", key: message };
    return [...found.filter((finding) => !other.links.has(finding)), once];
  }
  const message = `${lost.length} of ${lost.length + rootLinks} links from the root of the site match no page, so its addresses are not understood and these links were not checked. Name the folder of the pages with --docs-path.`;
  const place = { path: site.config === "" ? first.path : site.config, line: 1, column: 1 };
  const once: RawFinding = { ...place, rule: "unknown-layout", message, severity: "warning", key: "unknown-layout" };
  return [...found.filter((finding) => !isLost(finding)), once];
}

/** The links to the one folder of addresses that most name, if no page has an address there: another app may serve it. */
function linksOfOtherApp(
  lost: readonly RawFinding[],
  { routes }: Site,
): { top: string; links: Set<RawFinding> } | null {
  const topOf = (address: string) => `/${address.split(/[/?#]/, 2)[1] ?? ""}`;
  const [most] = [...Map.groupBy(lost, ({ url = "" }) => topOf(url))].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[0] === "/" || [...routes.keys()].some((route) => topOf(route) === most[0]))
    return null;
  return { top: most[0], links: new Set(most[1]) };
}
