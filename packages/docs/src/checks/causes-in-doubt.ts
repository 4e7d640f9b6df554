import { isPageFile } from "@docsteward/contract/docs-files";
import { pathOf } from "../page/page.ts";
import { COMMENTS_IN_MDX } from "../page/parse-page.ts";
import { absentFolderOf, isHosted, isWrittenWhole, placeOf } from "../site/doubtful-areas.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, foldersAbove, isBelow, joinPath, stemOf } from "../site/posix.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** What is told of a cause, without the place: as a note, unless it says that a reader should look at it. */
export type Cause = { message: string; severity?: "warning" };

/** Fewer places that are missing, and there below one other folder, are faults of their own. */
const MIN_MOVED = 3;
/** A name alone is shared by chance: so much of the end of a path is. */
const MIN_TAIL = 2;
/** Files of one name that are looked at. */
const MAX_NAMESAKES = 50;
/** So many pages that would each end the build, and their share of all: a site that is built has no such fault on each. */
const MIN_PAGES = 5;
const MIN_PAGE_SHARE = 0.25;
/** Comments are written on purpose, not by a slip: where so many pages hold some, the site has a way with them. */
const MIN_COMMENTED = 5;
/** Different anchors that read like a heading, of different pages; or pages that name one of them in the same way. */
const MIN_ALIKE = 4;
const MIN_AGREEING = 3;

/** Pages that name one address which nothing answers: so many would not all be wrong. */
const MIN_NAMING = 10;
/** Fewer pictures of folders that are not there are faults. */
const MIN_PICTURES = 5;
/** More pages without a title than one, where the build ends without: it was built. */
const MIN_UNTITLED = 2;
const MIN_WARNED = 3;
const MIN_SHARED = 2;
const MIN_STRANGE = 5;
const MIN_IMPORTS = 3;
const MIN_UNCLOSED = 5;
/** Pages in no navigation: of a folder that has no others, and of a site of which they are the greater part. */
const MIN_UNLISTED = 5;
const MIN_UNLISTED_OF_SITE = 10;
const MIN_UNLISTED_SHARE = 0.5;

/** What ends the build of a page that its generator reads as MDX or Vue. */
const ENDS_BUILD: ReadonlySet<RawFinding["rule"]> = new Set<RawFinding["rule"]>([
  "mdx-syntax",
  "mdx-expression",
  "undefined-name",
  "unknown-component",
  "html-tags",
  "missing-title",
]);

/**
 * Findings of a whole site for which a rule of the site that cannot be seen is likelier than a fault of each page, with what is
 * told of it: the build copies a folder, makes ids of headings in its own way, or reads its pages in another.
 *
 * @param findings those that have no single correction
 */
export function causesInDoubt(findings: readonly RawFinding[], site: Site): ReadonlyMap<RawFinding, Cause> {
  const causes = new Map<RawFinding, Cause>();
  const add = ([found, cause]: [readonly RawFinding[], Cause]) => {
    for (const one of found) if (!causes.has(one)) causes.set(one, cause);
  };
  for (const one of copiedFolders(findings, site)) add(one);
  for (const one of unreadPages(findings, site)) add(one);
  for (const one of comments(findings)) add(one);
  for (const one of otherIds(findings)) add(one);
  for (const one of absentPictures(findings, site)) add(one);
  for (const one of commonTargets(findings)) add(one);
  for (const one of likeAll(findings, site)) add(one);
  for (const one of otherTools(findings, site)) add(one);
  for (const one of unlistedPages(findings, site)) add(one);
  return causes;
}

/** Findings of one cause. */
export type Doubt = [RawFinding[], Cause];

/** What the folders are called that other tools write the reference of a program into. */
const REFERENCE =
  /(?:^|[-_/])(?:api|apis|apidocs?|javadocs?|rustdocs?|cargo-?docs?|godocs?|pydocs?|scaladocs?|kdoc|dokka|doxygen|typedoc|reference|swagger|openapi)(?:[-_/]|$)/i;

/**
 * Links to HTML below a folder of which nothing is in the repository: another tool writes it, as cargo doc, Javadoc and Doxygen write
 * the reference of a program. What else leads into that folder is part of it. Those who host a site build no such folder.
 */
function otherTools(findings: readonly RawFinding[], site: Site): Doubt[] {
  if (isHosted(site)) return [];
  const below = Map.groupBy(
    findings.flatMap((finding) => {
      const { rule, path, url = "" } = finding;
      const named = rule === "broken-link" ? decode(pathOf(url)).replace(/\/$/, "") : "";
      const place = named.startsWith("/") ? placeOf(site, named) : joinPath(folderOf(path), named);
      if (named === "" || place === null || isPageFile(named)) return [];
      return [{ finding, isHtml: /\.html?$/i.test(named), place, folder: absentFolderOf(site, place) }];
    }),
    ({ folder, place }) => folder ?? place,
  );
  return [...below].flatMap(([folder, links]): Doubt[] => {
    const count = links.filter(({ isHtml, folder: own }) => isHtml && own !== null).length;
    if (count === 0) return [];
    const isReference = REFERENCE.test(
      site.root !== "" && isBelow(folder, site.root) ? folder.slice(site.root.length) : folder,
    );
    const what = count === 1 ? "1 link leads to HTML" : `${count} links lead to HTML`;
    const message = `${what} below ${folder}, of which nothing is in this repository, such as ${links.find(({ isHtml }) => isHtml)?.finding.url}. Does another tool write it? If not, correct the links.`;
    const found = links.map(({ finding }) => finding);
    // Another folder may be one that was renamed.
    return [[found, isReference ? { message } : { message, severity: "warning" }]];
  });
}

/** Files and pages that are not where pages name them, and all of them below one folder that is no part of the site. */
function copiedFolders(findings: readonly RawFinding[], site: Site): Doubt[] {
  if (isWrittenWhole(site)) return [];
  const wanted = findings.flatMap((finding) => {
    const parts = namedParts(finding);
    return parts.length < MIN_TAIL ? [] : [{ finding, parts }];
  });
  if (wanted.length < MIN_MOVED) return [];
  const names = new Set(wanted.map(({ parts }) => parts.at(-1)));
  const namesakes = new Map<string, string[]>();
  for (const file of [...site.otherFiles, ...[...site.pages.keys()].map(stemOf)]) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    if (!names.has(name) || isOfSite(site, file)) continue;
    const own = namesakes.get(name) ?? [];
    namesakes.set(name, own);
    if (own.length < MAX_NAMESAKES) own.push(file);
  }
  const moved = new Map<string, { folder: string; found: Set<RawFinding>; places: Set<string> }>();
  for (const { finding, parts } of wanted)
    for (const file of namesakes.get(parts.at(-1) ?? "") ?? []) {
      const tail = sharedTail(parts, file.split("/"));
      if (tail < MIN_TAIL) continue;
      const folder = file.split("/").slice(0, -tail).join("/");
      const key = `${folder}\n${parts.slice(0, -tail).join("/")}`;
      const one = moved.get(key) ?? { folder, found: new Set(), places: new Set() };
      moved.set(key, one);
      one.found.add(finding);
      one.places.add(file);
    }
  return [...moved.values()]
    .filter(({ places }) => places.size >= MIN_MOVED)
    .sort((a, b) => b.found.size - a.found.size)
    .map(({ folder, found, places }): Doubt => {
      const [example] = places;
      const where = folder === "" ? "elsewhere in the repository" : `below ${folder}`;
      const message = `${found.size} links and images lead to ${places.size} places that are not there, and lie ${where}, such as ${example}. Does the build copy them? If not, correct the paths.`;
      return [[...found], { message }];
    });
}

/** What a finding names, without what leads upwards. */
function namedParts({ rule, url, leadsTo }: RawFinding): string[] {
  const path = rule === "broken-link" ? leadsTo : rule === "missing-asset" ? decode(pathOf(url ?? "")) : undefined;
  return (path ?? "").split("/").filter((part) => part !== "" && part !== "." && part !== "..");
}

/** Whether the site shows a file, or serves it where it lies. */
function isOfSite(site: Site, file: string): boolean {
  return (
    sectionOf(site, file) !== null ||
    (site.root !== "" && isBelow(file, site.root)) ||
    /(^|\/)(?:static|public)\//.test(`${folderOf(file)}/`)
  );
}

function sharedTail(parts: readonly string[], file: readonly string[]): number {
  let shared = 0;
  while (shared < parts.length && shared < file.length && parts.at(-1 - shared) === file.at(-1 - shared)) shared += 1;
  return shared;
}

/** Pages of which each would end the build, so many of them that the build must read them otherwise. */
function unreadPages(findings: readonly RawFinding[], site: Site): Doubt[] {
  if (isWrittenWhole(site)) return [];
  const all = [...site.pages.keys()].filter((path) => sectionOf(site, path) !== null).length;
  const ending = findings.filter(({ rule, severity }) => ENDS_BUILD.has(rule) && severity === "error");
  return [...Map.groupBy(ending, ({ rule }) => rule)].flatMap(([rule, found]): Doubt[] => {
    const pages = new Set(found.map(({ path }) => path)).size;
    if (pages < MIN_PAGES || pages < MIN_PAGE_SHARE * all) return [];
    const message = `${pages} of ${all} pages fail the rule ${rule}, each of which would end the build. Does the site read them in a way of its own? If not, correct them: ${found[0]?.message}`;
    return [[found, { message }]];
  });
}

/** HTML comments on many pages of MDX, whose parser takes none: a step before it takes them out. */
function comments(findings: readonly RawFinding[]): Doubt[] {
  const found = findings.filter(({ rule, message }) => rule === "mdx-syntax" && message === COMMENTS_IN_MDX);
  const pages = new Set(found.map(({ path }) => path)).size;
  if (pages < MIN_COMMENTED) return [];
  const message = `${pages} pages hold HTML comments, each of which would end the build of its page. Does the site take them out first? If not, write {/* … */}.`;
  return [[found, { message, severity: "warning" }]];
}

/** Pictures in folders that the repository does not have, or that git ignores: a step before the build makes them. */
function absentPictures(findings: readonly RawFinding[], site: Site): Doubt[] {
  if (isWrittenWhole(site)) return [];
  const found = findings.filter(({ rule, path, url = "" }) => {
    const file = rule !== "missing-asset" || url.startsWith("/") ? null : joinPath(folderOf(path), decode(pathOf(url)));
    return file !== null && (!site.folders.has(folderOf(file)) || site.settings.isIgnored(file));
  });
  const files = new Set(found.map(({ url }) => url)).size;
  if (files < MIN_PICTURES) return [];
  const message = `${found.length} links and images lead to ${files} files in folders that this repository doesn't have or that git ignores, such as ${found[0]?.url}. Does the build make them? If not, correct the paths.`;
  return [[found, { message }]];
}

/** An address that many pages name and that nothing answers. */
function commonTargets(findings: readonly RawFinding[]): Doubt[] {
  const links = findings.filter(({ rule, leadsTo }) => rule === "broken-link" && leadsTo !== undefined);
  return [...Map.groupBy(links, ({ leadsTo }) => leadsTo)].flatMap(([place, found]): Doubt[] => {
    const pages = new Set(found.map(({ path }) => path)).size;
    if (pages < MIN_NAMING) return [];
    const message = `${found.length} links on ${pages} pages lead to ${place}, which is not in this repository. Does the build make it? If not, correct the links.`;
    return [[found, { message }]];
  });
}

/** Rules that say of a site that is built what cannot be true of several of its pages, and from how many findings on. */
const LIKE_ALL: readonly (Omit<Cause, "message"> & {
  of: (finding: RawFinding, site: Site) => boolean;
  from: number;
  what: string;
})[] = [
  {
    // Mintlify builds a page without one.
    of: ({ rule, severity }, { dialect }) => rule === "missing-title" && severity === "error" && dialect !== "mintlify",
    from: MIN_UNTITLED,
    what: "pages have no title in their front matter, which would end the build. Does the site leave them out, or give them one?",
  },
  {
    of: ({ rule, severity }) => rule === "missing-title" && severity === "warning",
    from: MIN_WARNED,
    what: "pages have no title of their own. Does the site give them one?",
  },
  {
    of: ({ rule }) => rule === "duplicate-slug",
    from: MIN_SHARED,
    what: "pages have the address of another page. Does the site leave some of them out?",
  },
  {
    of: ({ rule }) => rule === "unknown-component",
    from: MIN_STRANGE,
    what: "components are not known here. Does the site register them in a way of its own?",
  },
  {
    of: ({ rule }, { isRewritten }) => isRewritten && (rule === "mdx-syntax" || rule === "mdx-expression"),
    from: 1,
    what: "places don't parse in pages that code of the site takes first. Does it rewrite them?",
  },
  {
    of: ({ rule, severity }, { isRewritten }) => rule === "unclosed-fence" && severity === "error" && isRewritten,
    from: 1,
    what: "code blocks are not closed in pages that hooks of the site take first. Do they end the blocks?",
  },
  {
    of: ({ rule, severity }) => rule === "unclosed-fence" && severity === "error",
    from: MIN_UNCLOSED,
    severity: "warning",
    what: "code blocks are not closed. Does the site close them in a way of its own?",
  },
  {
    of: ({ rule }) => rule === "bad-import",
    from: MIN_IMPORTS,
    what: "imported files are not there. Does the build make them?",
  },
];

function likeAll(findings: readonly RawFinding[], site: Site): Doubt[] {
  return LIKE_ALL.flatMap(({ of, from, what, ...more }): Doubt[] => {
    const found = findings.filter((one) => of(one, site));
    if (found.length < from) return [];
    return [[found, { ...more, message: `${found.length} ${what} If not, correct them: ${found[0]?.message}` }]];
  });
}

/** Pages in no navigation, where they are most of the site, or all that lies in a folder: it was left out as a whole. */
function unlistedPages(findings: readonly RawFinding[], site: Site): Doubt[] {
  const orphans = findings.filter(({ rule }) => rule === "orphan-page");
  if (orphans.length < MIN_UNLISTED) return [];
  const remedy = "Are they part of the site? If so, add them to the navigation.";
  const cause = (what: string, [first]: readonly RawFinding[]): Cause => ({
    message: `${what}, such as ${first?.path}. ${remedy}`,
    severity: "warning",
  });
  const { size } = site.pages;
  if (orphans.length >= MIN_UNLISTED_OF_SITE && orphans.length >= MIN_UNLISTED_SHARE * size)
    return [[orphans, cause(`${orphans.length} of ${size} pages aren't in the navigation`, orphans)]];
  const paths = new Set(orphans.map(({ path }) => path));
  const others = new Set([...site.pages.keys()].filter((path) => !paths.has(path)).flatMap(foldersAbove));
  // The topmost folder that holds no other page.
  const topOf = (path: string) => foldersAbove(path).findLast((folder) => !others.has(folder)) ?? path;
  return [...Map.groupBy(orphans, ({ path }) => topOf(path))].flatMap(([folder, found]): Doubt[] =>
    found.length < MIN_UNLISTED
      ? []
      : [[found, cause(`None of the ${found.length} pages in ${folder} is in the navigation`, found)]],
  );
}

/** Anchors that read like a heading of their page and are no id that is known: many of a site, or one that pages agree on. */
function otherIds(findings: readonly RawFinding[]): Doubt[] {
  const alike = findings.filter(({ rule, isAlike }) => rule === "broken-anchor" && isAlike === true);
  const anchors = Map.groupBy(alike, ({ leadsTo }) => leadsTo);
  const pagesOf = (found: readonly RawFinding[]) => new Set(found.map(({ path }) => path)).size;
  const agreed = [...anchors.values()].filter((found) => pagesOf(found) >= MIN_AGREEING).flat();
  const isOfSite = anchors.size >= MIN_ALIKE && pagesOf(alike) > 1;
  const found = isOfSite ? alike : agreed;
  if (found.length === 0) return [];
  const message = `${found.length} links on ${pagesOf(found)} pages name headings in another form than their ids have here, such as ${found[0]?.url}. Does the site make ids in a way of its own? If not, correct the anchors.`;
  return [[found, { message }]];
}
