// Longer than others: every way in which a link can be wrong, each with its sentence.
import { isMadeOfComponents, linkKind, type Page, pathOf } from "../page/page.ts";
import { namedTargetsOf, resolveLink } from "../resolve-link.ts";
import { findReference } from "../resolve-reference.ts";
import { isDoxygenLabel } from "../site/doxygen.ts";
import { headingSlugger, pageAnchors } from "../site/page-anchors.ts";
import { pageEdition, pageInLanguage } from "../site/page-edition.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import { followRedirects } from "../site/redirects.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import { hasMadeIds, idsOfImports } from "./component-ids.ts";
import type { CheckedSite, RawFinding } from "./finding.ts";
import {
  hasOpenPlace,
  isForOthers,
  isGeneratedLine,
  isSampleLine,
  isTemplate,
  isWrittenByPage,
  isWrittenHeading,
  showsLooks,
} from "./generated-text.ts";
import { idsOfLayouts } from "./layout-ids.ts";
import { missingAssets } from "./missing-assets.ts";
import { oncePerPage } from "./once-per-page.ts";
import { placeNamed } from "./shared-causes.ts";
import { addressOf, adviceFor, hasAnyCase, isAlikeAny, suggestAnchor, suggestPage, withFix } from "./suggest-target.ts";
import { isBare, type WitnessesOfPage } from "./unknown-habits.ts";

/** What the links of a page come to. */
export type LinkReport = WitnessesOfPage & {
  findings: RawFinding[];
  links: number;
  unknownLinks: number;
  /** The pages that links lead to. */
  targets: Set<string>;
  /** What they name of pages that are there, see `placeNamed`. */
  found: Set<string>;
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
  const report: LinkReport = {
    findings: [],
    links: page.images.length,
    unknownLinks: 0,
    rootLinks: 0,
    bareLinks: 0,
    relativeLinks: 0,
    anchors: [],
    hasPicture: false,
    targets: new Set(),
    found: new Set(),
  };
  for (const link of page.links) {
    const target = resolveLink(checked.site, page.path, link.url);
    if (target.kind === "external") continue;
    const place = target.kind === "page" ? placeNamed(checked.site, page.path, link.url) : null;
    if (place !== null) report.found.add(place);
    report.links += 1;
    if (target.kind === "page") {
      report.targets.add(target.path);
      if (link.url.startsWith("/")) report.rootLinks += 1;
      else if (!link.url.startsWith("#")) report.relativeLinks += 1;
      if (isBare(link.url)) report.bareLinks += 1;
    }
    if (target.kind === "unknown") {
      const note = await noteRedirect(page, checked, link);
      if (note) report.findings.push(note);
      else report.unknownLinks += 1;
    } else if (
      target.kind === "missing" &&
      ((link.isLeftAlone && checked.site.dialect === "vitepress") ||
        (await isSampleLine(checked, page.path, link.line)) ||
        (!link.url.startsWith("/") && (await isForOthers(checked, page.path))))
    )
      report.unknownLinks += 1;
    else if (target.kind === "missing") report.findings.push(toBrokenLink(page, checked.site, link, movedTo));
    else if (target.kind === "page" && target.anchor !== null) {
      const finding = await checkAnchor(page, checked, link, { path: target.path, anchor: target.anchor });
      if (finding === UNKNOWN) report.unknownLinks += 1;
      else if (finding) report.findings.push(finding);
      else report.anchors.push(`${target.path}#${target.anchor}`);
    }
  }
  await checkReferences(page, checked, report);
  const missing = missingAssets(page, checked.site);
  for (const finding of missing) {
    if (await isSampleLine(checked, page.path, finding.line)) continue;
    if ((await isForOthers(checked, page.path)) || (await isWrittenByPage(checked, page.path, finding.url ?? "")))
      report.unknownLinks += 1;
    else report.findings.push(finding);
  }
  const pictures = page.images.filter(({ url }) => linkKind(url) !== "external").length;
  report.hasPicture = pictures > missing.filter(({ isPicture }) => isPicture).length;
  return report;
}

/** Rule `redirected-link`: a link leads to a former address, from which a redirect that stays sends readers to a page. */
async function noteRedirect(page: Page, checked: CheckedSite, link: Link): Promise<RawFinding | null> {
  const { url, line, column } = link;
  const { site } = checked;
  const path = decode(pathOf(url));
  const to = path.startsWith("/") ? followRedirects(site, path) : null;
  const target = to === null ? null : resolveLink(site, page.path, to);
  if (target?.kind !== "page" || to === null) return null;
  const own = url.includes("#");
  const anchor = own ? decode(url.slice(url.indexOf("#") + 1)) : null;
  // An anchor that the page does not have any more needs a person.
  if (anchor !== null && (await checkAnchor(page, checked, link, { path: target.path, anchor })) !== null) return null;
  const address = addressOf(site, page.path, url, target.path);
  if (address === null) return null;
  const fix = { old: url, new: own || target.anchor === null ? address : `${address}#${target.anchor}` };
  const message = `The link ${url} leads to a former address. Write ${fix.new}.`;
  const key = `redirected-link ${url}`;
  return { path: page.path, line, column, rule: "redirected-link", message, severity: "note", key, fix };
}

/** The shortcodes `ref` and `relref`: Hugo stops its build at one that names no page. */
async function checkReferences(page: Page, checked: CheckedSite, report: LinkReport): Promise<void> {
  for (const { target, line, column, isHidden } of page.references) {
    report.links += 1;
    const found = findReference(checked.site, page.path, target);
    const place = { path: page.path, line, column };
    if (found.kind === "missing") {
      const message = `The reference "${target}" doesn't match any page. Correct it or remove it.`;
      report.findings.push({
        ...place,
        rule: "broken-link",
        message,
        severity: "error",
        key: `broken-link ref ${target}`,
      });
    } else if (found.kind === "unknown") report.unknownLinks += 1;
    else if (found.anchor !== null && !isHidden) {
      const link = { url: target, text: null, kind: "internal" as const, line, column };
      const finding = await checkAnchor(page, checked, link, { path: found.path, anchor: found.anchor });
      if (finding === UNKNOWN) report.unknownLinks += 1;
      else if (finding) report.findings.push(finding);
    }
  }
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
  const leadsTo = placeNamed(site, path, url);
  return {
    path,
    line,
    column,
    rule: "broken-link",
    message,
    severity: "error",
    key: `broken-link ${url}`,
    url,
    ...(leadsTo === null ? {} : { leadsTo }),
    ...withFix(fix),
  };
}

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
  if (isDoxygenLabel(checked.site, page.path, url)) return UNKNOWN;
  const { dialect, findsByName } = checked.site;
  // VitePress makes an id of the anchor of a link, and Obsidian takes the heading as it is written, or the name of a block.
  if (dialect === "vitepress" || findsByName)
    if (anchors.has(headingSlugger(dialect)(decode(target.anchor)))) return null;
  if (findsByName && target.anchor.startsWith("^")) return UNKNOWN;
  if (hasAnchor(anchors, target.anchor) || (await isInOriginal(page.path, checked, url, target))) return null;
  if ((await hasMadeIds(target.path, checked)) || (await isGeneratedLine(checked, page.path, line))) return UNKNOWN;
  if (await showsLooks(checked, page.path, url)) return UNKNOWN;
  if (await hasOpenPlace(checked, target.path)) return UNKNOWN;
  // A slide, by its number.
  if (/^\d{1,3}$/.test(target.anchor) && ["marp", "theme"].some((name) => name in page.frontmatter.data))
    return UNKNOWN;
  if ((await idsOfLayouts(checked)).has(target.anchor)) return null;
  if ((await idsOfImports(checked, target.path)).has(target.anchor)) return null;
  const isHosts = isReadOnHost(target.path, checked);
  if (isHosts && hasAnyCase(anchors, target.anchor)) return null;
  if (isHosts && isOfHost(anchors, target.anchor)) return null;
  // GitHub shows a file below an anchor of this name.
  if (target.anchor === "readme" && (isHosts || isReadOnHost(page.path, checked) || isReadme(page.path))) return null;
  const where = target.path === page.path ? "This page" : target.path;
  const fix = suggestAnchor(anchors, url, target.anchor);
  const advice = adviceFor(fix, "Correct the anchor or remove it.");
  const message = `${where} has no heading "#${target.anchor}" for the link ${url}. ${advice}`;
  const found = {
    rule: "broken-anchor" as const,
    message,
    severity: "error" as const,
    key: `broken-anchor ${url}`,
    url,
  };
  const leadsTo = `${target.path}#${target.anchor}`;
  const isAlike = isAlikeAny(anchors, target.anchor);
  const isMild = target.path === page.path && isTemplate(page.path);
  const isWritten = !isAlike && (await isWrittenHeading(checked, target.path, target.anchor));
  return {
    path: page.path,
    line,
    column,
    ...found,
    leadsTo,
    isAlike,
    isWritten,
    ...(isMild && { isMild }),
    ...withFix(fix),
  };
}

/** An address from the root of the site leads to the page of the source, unless the theme sends readers to their language. */
async function isInOriginal(
  from: string,
  checked: CheckedSite,
  url: string,
  { path, anchor }: { path: string; anchor: string },
): Promise<boolean> {
  const isFromRoot = /^(?:hugo|mkdocs)$/.test(checked.site.dialect) && url.startsWith("/");
  if (!isFromRoot || inLanguageOf(from, path, checked) === path) return false;
  const anchors = await anchorsOf(path, checked);
  return anchors === null || hasAnchor(anchors, anchor);
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
    (site.dialect === "mkdocs" && (/[.:+]/.test(anchor) || MADE_BY_MATERIAL.test(anchor))) ||
    // An option of a module of NixOS, whose manual makes an anchor of each.
    /^opt-[\w-]+\./.test(anchor) ||
    // A tab of DocFX, which no heading names.
    (site.dialect === "plain" && anchor.includes("/")) ||
    (site.dialect === "sphinx" && NAMED_BY_SPHINX.test(anchor)) ||
    (site.dialect === "hugo" && BLOCK_OF_DOCSY.test(anchor)) ||
    // The table of contents that kramdown writes.
    (site.dialect === "jekyll" && /^markdown-toc(?:-|$)/.test(anchor)) ||
    (site.hasNamedTargets && isNameOfPlace(anchor, site))
  );
}

/** Tabs, code and lines of code, which are counted on their page. */
const MADE_BY_MATERIAL = /^__(?:tabbed|code|codelineno|span)[_-]\d/;

/** A block of a page of Docsy, which are counted. */
const BLOCK_OF_DOCSY = /^td-(?:cover-)?block-\d/;

/** What Sphinx puts before the names of options, terms and the like. */
const NAMED_BY_SPHINX = /^(?:cmdoption|envvar|confval|term|index|equation|module)-/;

/** A name that some page gives to a place, or that no heading has. */
function isNameOfPlace(anchor: string, site: Site): boolean {
  return /[^a-z0-9-]/.test(anchor) || namedTargetsOf(site).has(anchor);
}

/** Whether a page is read where its repository lies: it belongs to no generator's site. GitHub looks up anchors there in any case. */
function isReadOnHost(path: string, { site }: CheckedSite): boolean {
  return site.dialect === "plain" || sectionOf(site, path) === null;
}

const OF_USERS = "user-content-";
/** What Bitbucket writes before the ids of headings, and counts with another sign. */
const OF_BITBUCKET = "markdown-header-";
/** Lines of a file whose text GitHub shows: `#L10-L20`. */
const LINES = /^L\d{1,7}(?:C\d{1,5})?(?:-L\d{1,7}(?:C\d{1,5})?)?$/;

/** Whether an anchor is one of lines, of a file that GitHub shows beside the README, or a heading's with what a host writes before it. */
function isOfHost(anchors: ReadonlySet<string>, anchor: string): boolean {
  if (LINES.test(anchor) || anchor.endsWith("-ov-file")) return true;
  if (anchor.startsWith(OF_BITBUCKET))
    return hasAnyCase(anchors, anchor.slice(OF_BITBUCKET.length).replace(/_(\d{1,3})$/, "-$1"));
  return anchor.startsWith(OF_USERS) && hasAnyCase(anchors, anchor.slice(OF_USERS.length));
}

const isReadme = (path: string) => /(^|\/)readme\.md$/i.test(path);

function hasAnchor(anchors: ReadonlySet<string>, anchor: string): boolean {
  return anchors.has(anchor) || anchors.has(decode(anchor));
}

const gathered = oncePerPage((checked, path) => gatherAnchors(path, checked));

/**
 * All anchors of a page, those of the pieces it imports included; null when they cannot be known: the page does not parse, or
 * takes in text that only the build sees. Gathered once, however many links ask.
 */
export const anchorsOf = (path: string, checked: CheckedSite): Promise<ReadonlySet<string> | null> =>
  gathered(checked, path);

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
    if (isMadeOfComponents(page)) return null;
    // The layout makes all that such a page shows, as a list of tags.
    if ((dialect === "jekyll" || dialect === "hugo") && page.frontmatter.body.trim() === "") return null;
    const { settings, hasTermIds, headingIds } = checked.site;
    const isOurs = dialect === checked.site.dialect;
    if (isOurs && headingIds.isUnknown) return null;
    // These make the id of the code itself.
    if (dialect !== "docusaurus" && dialect !== "vitepress" && page.headings.some(({ isMade }) => isMade)) return null;
    const options = { keepsCase: settings.keepsCase, hasTermIds, ...(isOurs && { headingIds }) };
    for (const anchor of pageAnchors(page, dialect, options)) anchors.add(anchor);
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
