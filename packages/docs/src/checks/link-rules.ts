import { linkKind, type Page, pathOf } from "../page/page.ts";
import { sitePath } from "../read-site.ts";
import { namedTargetsOf, resolveLink } from "../resolve-link.ts";
import { pageAnchors } from "../site/page-anchors.ts";
import { pageEdition, pageInLanguage } from "../site/page-edition.ts";
import { decode, isPartial } from "../site/page-routes.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { CheckedSite, Fix, RawFinding } from "./finding.ts";
import { suggestAnchor, suggestFile, suggestPage } from "./suggest-target.ts";

/** What the links of a page come to. */
export type LinkReport = {
  findings: RawFinding[];
  links: number;
  unknownLinks: number;
  /** Links from the root of the site (`/guide`) that lead to a page. */
  rootLinks: number;
};

type Link = Page["links"][number];

/**
 * Rules `broken-link`, `broken-anchor` and `missing-asset`: a link leads to no page, names a heading that its page does not
 * have, or leads to no file, as an image may, too.
 *
 * @param movedTo the address that a link needs since its target was moved; null where none was
 */
export async function checkLinks(
  page: Page,
  checked: CheckedSite,
  movedTo: (from: string, url: string) => string | null = () => null,
): Promise<LinkReport> {
  const report: LinkReport = { findings: [], links: page.images.length, unknownLinks: 0, rootLinks: 0 };
  for (const link of page.links) {
    const target = resolveLink(checked.site, page.path, link.url);
    if (target.kind === "external") continue;
    report.links += 1;
    if (target.kind === "page" && link.url.startsWith("/")) report.rootLinks += 1;
    if (target.kind === "unknown") report.unknownLinks += 1;
    else if (target.kind === "missing") report.findings.push(toBrokenLink(page, checked.site, link, movedTo));
    else if (target.kind === "page" && target.anchor !== null) {
      const finding = await checkAnchor(page, checked, link, { path: target.path, anchor: target.anchor });
      if (finding === UNKNOWN) report.unknownLinks += 1;
      else if (finding) report.findings.push(finding);
    }
  }
  for (const finding of missingAssets(page, checked.site)) report.findings.push(finding);
  return report;
}

function toBrokenLink(
  { path }: Page,
  site: Site,
  { url, line, column }: Link,
  movedTo: (from: string, url: string) => string | null,
): RawFinding {
  const moved = movedTo(path, url);
  const fix = moved === null ? suggestPage(site, path, url) : { old: url, new: moved };
  const message = `The link ${url} doesn't match any page. ${adviceFor(fix, "Correct it or remove it.")}`;
  return {
    path,
    line,
    column,
    rule: "broken-link",
    message,
    severity: "error",
    key: `broken-link ${url}`,
    ...withFix(fix),
  };
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
  const isUnknown =
    new Set(lost.map(({ key }) => key)).size >= MIN_LOST && lost.length > MAX_LOST * (lost.length + rootLinks);
  const [first] = lost;
  if (!isUnknown || !first) return found;
  const message = `${lost.length} of ${lost.length + rootLinks} links from the root of the site match no page, so its addresses are not understood and these links were not checked. Name the folder of the pages with --docs-path.`;
  const place = { path: site.config === "" ? first.path : site.config, line: 1, column: 1 };
  const once: RawFinding = { ...place, rule: "unknown-layout", message, severity: "warning", key: "unknown-layout" };
  return [...found.filter((finding) => !isLost(finding)), once];
}

const adviceFor = (fix: Fix | null, otherwise: string) => (fix ? `Write ${fix.new}.` : otherwise);
const withFix = (fix: Fix | null) => (fix ? { fix } : {});

const MAX_INCLUDES = 200;
const UNKNOWN = "unknown";

async function checkAnchor(
  page: Page,
  checked: CheckedSite,
  { url, line, column }: Link,
  target: { path: string; anchor: string },
): Promise<RawFinding | typeof UNKNOWN | null> {
  const anchors = await anchorsOf(inLanguageOf(page.path, target.path, checked), checked);
  if (anchors === null || isMadeElsewhere(target.anchor, checked)) return UNKNOWN;
  if (hasAnchor(anchors, target.anchor)) return null;
  const where = target.path === page.path ? "This page" : target.path;
  const fix = suggestAnchor(anchors, url, target.anchor);
  const advice = adviceFor(fix, "Correct the anchor or remove it.");
  const message = `${where} has no heading "#${target.anchor}" for the link ${url}. ${advice}`;
  const key = `broken-anchor ${url}`;
  return { path: page.path, line, column, rule: "broken-anchor", message, severity: "error", key, ...withFix(fix) };
}

/**
 * A page of another language leads to the pages of that language where the generator sees to it: where names end with a
 * language, and in Docusaurus.
 */
function inLanguageOf(from: string, to: string, { site }: CheckedSite): string {
  const { language } = pageEdition(site, from);
  const isMapped = site.dialect === "docusaurus" || /\.[A-Za-z-]{2,7}\.mdx?$/.test(from);
  return from === to || language === null || !isMapped ? to : pageInLanguage(site, to, language);
}

/** An anchor of a footnote; and in MkDocs one with a sign no heading's has, which a plugin makes for a name in code. */
function isMadeElsewhere(anchor: string, { site }: CheckedSite): boolean {
  return (
    /^(user-content-)?fn(ref)?[-:]/.test(anchor) ||
    (site.dialect === "mkdocs" && /[.:+]/.test(anchor)) ||
    (site.hasNamedTargets && isNameOfPlace(anchor, site))
  );
}

/** A name that some page gives to a place, or that no heading has. */
function isNameOfPlace(anchor: string, site: Site): boolean {
  return /[^a-z0-9-]/.test(anchor) || namedTargetsOf(site).has(anchor);
}

function hasAnchor(anchors: ReadonlySet<string>, anchor: string): boolean {
  return anchors.has(anchor) || anchors.has(decode(anchor));
}

const known = new WeakMap<CheckedSite, Map<string, Promise<ReadonlySet<string> | null>>>();

/**
 * All anchors of a page, those of the pieces it imports included; null when they cannot be known: the page does not parse, or
 * takes in text that only the build sees. Gathered once, however many links ask.
 */
export function anchorsOf(path: string, checked: CheckedSite): Promise<ReadonlySet<string> | null> {
  const ofSite = known.get(checked) ?? new Map<string, Promise<ReadonlySet<string> | null>>();
  known.set(checked, ofSite);
  const anchors = ofSite.get(path) ?? gatherAnchors(path, checked);
  ofSite.set(path, anchors);
  return anchors;
}

/** Takes in each piece once, whatever imports it and how often. Pieces that import each other are known only to the build. */
async function gatherAnchors(start: string, checked: CheckedSite): Promise<ReadonlySet<string> | null> {
  const anchors = new Set<string>();
  const files = new Set([start]);
  const imports = new Map<string, Set<string>>();
  for (const path of files) {
    const page = await checked.page(path);
    if (page === null || files.size > MAX_INCLUDES || page.hasIncludes) return null;
    if (page.problems.some(({ rule }) => rule === "mdx-syntax" || rule === "unreadable")) return null;
    if ("openapi" in page.frontmatter.data || "asyncapi" in page.frontmatter.data) return null;
    // What the site does not show is read where the repository lies.
    const dialect = sectionOf(checked.site, path) === null ? "plain" : checked.site.dialect;
    for (const anchor of pageAnchors(page, dialect)) anchors.add(anchor);
    const own = new Set<string>();
    imports.set(path, own);
    for (const { from, isInclude } of page.imports) {
      if (!/\.mdx?$/.test(from)) continue;
      const file =
        from.startsWith(".") || (isInclude && !from.startsWith("@"))
          ? joinPath(folderOf(path), from)
          : joinPath(checked.site.root, from.replace(/^(@site|@|~)?\//, ""));
      if (file === null) return null;
      own.add(file);
      files.add(file);
    }
  }
  return goRound(imports) ? null : anchors;
}

/** Whether files import each other: what nothing imports is taken away until no more can be. */
function goRound(imports: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const counts = new Map([...imports.keys()].map((file) => [file, 0]));
  for (const own of imports.values()) for (const file of own) counts.set(file, (counts.get(file) ?? 0) + 1);
  const free = [...counts].flatMap(([file, count]) => (count === 0 ? [file] : []));
  for (const file of free) {
    for (const next of imports.get(file) ?? []) {
      const left = (counts.get(next) ?? 0) - 1;
      counts.set(next, left);
      if (left === 0) free.push(next);
    }
  }
  return free.length < imports.size;
}

/** What is kept as a file and never made by a build step on its way. */
const KEPT = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|wav|pdf|zip)$/i;
const MAX_SERVED = 100;
const SERVED_FOLDER = /(^|\/)(static|public)$/;

/** Rule `missing-asset`: an image, or a link to a file that is no page, leads to no file of the repository. */
function missingAssets(page: Page, site: Site): RawFinding[] {
  if (!site.isWhole) return [];
  const files = page.links.filter(({ kind }) => kind === "asset").map((link) => ({ ...link, what: "file" }));
  const images = page.images.map((image) => ({ ...image, what: "image" }));
  return [...images, ...files].flatMap(({ url, line, column, what }): RawFinding[] => {
    if (!isMissing(site, page.path, url)) return [];
    const fix = suggestFile(site, url, placesOf(site, page.path, pathOf(url)));
    const message = `The ${what} ${url} doesn't exist. ${adviceFor(fix, "Correct the path, or remove it.")}`;
    const key = `missing-asset ${url}`;
    return [{ path: page.path, line, column, rule: "missing-asset", message, severity: "error", key, ...withFix(fix) }];
  });
}

/** Where a file of this address would lie. */
function placesOf(site: Site, from: string, path: string): (string | null)[] {
  if (!path.startsWith("/")) return [joinPath(folderOf(from), path)];
  return [site.root, ...servedFolders(site)].map((folder) => joinPath(folder, path.slice(1)));
}

function isMissing(site: Site, from: string, url: string): boolean {
  if (linkKind(url) === "external" || /[{}<>$]|^[@~#]/.test(url)) return false;
  const path = decode(pathOf(url));
  if (path === "" || !isBelow(from, site.root)) return false;
  return path.startsWith("/") ? isUnserved(site, path) : isNotBeside(site, from, path);
}

/** An address from the root of the site: below the pages, or in a folder whose files are served as they are. */
function isUnserved(site: Site, path: string): boolean {
  const served = servedFolders(site);
  const places = [site.root, ...served];
  // A site that does not live at the root of its domain has a first part that is no folder.
  const withoutBase = path.replace(/^\/[^/]+(?=\/)/, "");
  if (places.some((folder) => [path, withoutBase].some((rest) => exists(site, joinPath(folder, rest.slice(1))))))
    return false;
  const [, first = ""] = path.split("/");
  const isBesidePages = site.dialect === "jekyll" && site.folders.has(joinPath(site.root, first) ?? "");
  const isKnown = served.length > 0 || isBesidePages || site.dialect === "mintlify" || site.dialect === "mkdocs";
  return isKnown && KEPT.test(path);
}

const served = new WeakMap<Site, string[]>();

/** Folders whose files are served as they are; of more than any site has only the first count. */
function servedFolders(site: Site): string[] {
  const known =
    served.get(site) ?? [...site.folders].filter((folder) => SERVED_FOLDER.test(folder)).slice(0, MAX_SERVED);
  served.set(site, known);
  return known;
}

function isNotBeside(site: Site, from: string, path: string): boolean {
  // A piece is read where it is included.
  if (isPartial(from, site)) return false;
  const file = joinPath(folderOf(from), path);
  const route = sitePath(site, from) ?? "/";
  const served = [joinPath(site.root, route, path), joinPath(site.root, route, "..", path)];
  const places = [file, ...served, ...(path.startsWith(".") ? [] : [joinPath(site.root, path)])];
  if (places.some((place) => exists(site, place))) return false;
  // MkDocs leaves the addresses of HTML as they are: they count from where the page is served.
  const ours = site.dialect === "mkdocs" ? [file, ...served] : [file];
  return ours.some((place) => place !== null && (isBelow(place, site.root) || site.folders.has(folderOf(place))));
}

function exists(site: Site, path: string | null): boolean {
  return (
    path !== null &&
    (site.settings.isMadeByBuild(path) || site.otherFiles.has(path) || site.pages.has(path) || site.folders.has(path))
  );
}
