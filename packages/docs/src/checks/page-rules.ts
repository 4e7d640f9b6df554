import { isPageFile } from "@docsteward/contract/docs-files";
import { trimBlanks } from "@docsteward/text/markdown/scanner";
import { type CodeFence, isMadeOfComponents, type Page } from "../page/page.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { plannedRoute } from "../site/page-routes.ts";
import { folderOf, foldersAbove, isBelow, joinPath } from "../site/posix.ts";
import { isBelowLink, isRepositoryDocument } from "../site/repository-files.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** The rules whose faults the parsers themselves find in a page: `mdx-syntax`, `mdx-expression`, `frontmatter` and the like. */
export function pageProblems(page: Page): RawFinding[] {
  return page.problems.map(({ rule, line, column = 1, message, isMild }) => ({
    path: page.path,
    line,
    column,
    rule,
    message,
    severity: "error",
    // The line that a message names beside its own moves with the text.
    key: `${rule} ${message.replace(/\bline \d+/g, "line")}`,
    ...(isMild && { isMild }),
  }));
}

const MIN_PAGES = 5;
const SHARE_WITH_TITLE = 0.9;
/** Pages of another shape: made from an API description, a mere link, or a home page with a layout of its own. */
const TITLED_OTHERWISE = ["openapi", "asyncapi", "api", "url", "layout", "hero", "redirect", "template"];
/** `wide` and `center` of Mintlify show the title. */
const MODES_WITHOUT_TITLE: ReadonlySet<unknown> = new Set(["custom", "frame"]);

/** Of these a page that the navigation leaves out is not built, or is reported as lost already. */
const NAMES_ALL: ReadonlySet<string> = new Set(["mintlify", "mkdocs", "mdbook", "gitbook"]);
const TITLED_BY_NAVIGATION: ReadonlySet<string> = new Set(["mkdocs", "gitbook", "mdbook"]);
/** These end the build of a page without a title in its front matter. */
const REQUIRES_TITLE: ReadonlySet<string> = new Set(["fumadocs", "starlight"]);
/** These take the name of its navigation entry or file then. */
const DERIVES_TITLE: ReadonlySet<string> = new Set([
  "docusaurus",
  "mkdocs",
  "vitepress",
  "gitbook",
  "mdbook",
  "sphinx",
]);

/**
 * Rule `missing-title`: a page has no title. An error where it ends the build or leaves the page without a heading, and a
 * warning where the reader meets the name of the file instead, on a site whose pages have titles.
 */
export function missingTitle(page: Page, site: Site, isChange = false): RawFinding[] {
  const outline = site.pages.get(page.path);
  const isMintlify = site.dialect === "mintlify";
  const isError = isMintlify || REQUIRES_TITLE.has(site.dialect);
  // Front matter that cannot be read may well have one, and so may text that the build takes in.
  if (!outline || page.frontmatter.problem || site.hasOptionalTitles || !isShown(page.path, site)) return [];
  if (!needsTitle(outline, site) && !(isChange && !isMintlify && isHome(outline, site))) return [];
  const hasHeading =
    !REQUIRES_TITLE.has(site.dialect) && page.headings.some(({ depth }) => depth === 1 || site.dialect === "sphinx");
  if (hasHeading || hasTitle(outline, site)) return [];
  const mayInclude = page.hasIncludes || page.imports.some(({ isInclude }) => isInclude);
  if (!isError && (!DERIVES_TITLE.has(site.dialect) || mayInclude || isNamed(page.path, site))) return [];
  if (!isError && (isMadeOfComponents(page) || isTagsAlone(page) || !usesTitles(site))) return [];
  // A list of posts shows each by its date or name, such as the releases of a project.
  if (!isError && sectionOf(site, page.path)?.isBlog === true) return [];
  // Astro takes empty lines before front matter.
  if (site.dialect === "starlight" && hasLateFrontmatter(page)) return [];
  const where = isError ? 'Add "title: …" to its front matter' : "Give it a heading of level 1";
  const message = `The page has no title. ${where}.`;
  const place = { path: page.path, line: 1, column: 1 };
  const severity = isError ? "error" : "warning";
  return [{ ...place, rule: "missing-title", message, severity, key: "missing-title" }];
}

/** Whether a page shows nothing but what components make of it, as one that only sends readers elsewhere. */
function isTagsAlone({ components, frontmatter: { body } }: Page): boolean {
  const lines = body.split("\n").map((line) => line.trim());
  const hasComponent = components.length > 0 || lines.some((line) => /^<(?:[A-Z]|[a-z]+-[a-z])/.test(line));
  return hasComponent && lines.every((line) => line === "" || /^(?:import\s|export\s|<|\/>)/.test(line));
}

function hasLateFrontmatter({ frontmatter: { raw, body } }: Page): boolean {
  return raw === null && body.trimStart().startsWith("---\n") && body.includes("\ntitle:");
}

/** Where the navigation names every page, one that it leaves out is no page of the site, or is reported as lost already. */
function isShown(path: string, site: Site): boolean {
  const pages = listedPages(site);
  const namesAll = NAMES_ALL.has(site.dialect) && pages.size > 0;
  return !namesAll || pages.has(path);
}

/** Whether the navigation gives the page its title, as that of these generators does. */
function isNamed(path: string, site: Site): boolean {
  return TITLED_BY_NAVIGATION.has(site.dialect) && listedPages(site).get(path) === true;
}

const listed = new WeakMap<Site, ReadonlyMap<string, boolean>>();

/** The pages that the navigation lists, and whether it gives them a title. */
function listedPages(site: Site): ReadonlyMap<string, boolean> {
  const known = listed.get(site);
  if (known) return known;
  const pages = new Map<string, boolean>();
  for (const { target, path, title } of site.navigation.entries)
    if (target === "page" && path !== null) pages.set(path, pages.get(path) === true || title !== null);
  listed.set(site, pages);
  return pages;
}

const asked = new WeakMap<Site, boolean>();

function usesTitles(site: Site): boolean {
  const known = asked.get(site);
  if (known !== undefined) return known;
  const pages = [...site.pages.values()].filter((page) => needsTitle(page, site));
  const titled = pages.filter((page) => hasTitle(page, site)).length;
  // The page that is asked about is one of those without.
  const answer = pages.length > MIN_PAGES && titled >= (pages.length - 1) * SHARE_WITH_TITLE;
  asked.set(site, answer);
  return answer;
}

function hasTitle({ data, title }: PageOutline, site: Site): boolean {
  if (!REQUIRES_TITLE.has(site.dialect)) return title !== null;
  return (typeof data.title === "string" && data.title.trim() !== "") || typeof data.title === "number";
}

function needsTitle(page: PageOutline, site: Site): boolean {
  const route = plannedRoute(page, site);
  if (isRepositoryDocument(page.path, site) || TITLED_OTHERWISE.some((key) => key in page.data)) return false;
  if (MODES_WITHOUT_TITLE.has(page.data.mode)) return false;
  // A home page often opens with a picture: only a change that takes its title away is told.
  return route !== null && route !== "/";
}

const isHome = (page: PageOutline, site: Site) =>
  plannedRoute(page, site) === "/" &&
  !isRepositoryDocument(page.path, site) &&
  !MODES_WITHOUT_TITLE.has(page.data.mode);

const ENDINGS = ["", ".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".json", ".mdx", ".md", ".vue", ".svg", ".css"];
const DOCUSAURUS_CONFIG = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;

/** Rule `bad-import`: a page imports a file of the repository that is not there. Packages are passed over. */
export function badImports(page: Page, site: Site): RawFinding[] {
  return page.imports.flatMap(({ from, line, column, isInclude }): RawFinding[] => {
    if (!isMissing(site, page.path, from, isInclude)) return [];
    const message = `The imported file "${from}" doesn't exist. Correct the path, or remove the import.`;
    return [
      {
        path: page.path,
        line,
        column,
        rule: "bad-import",
        message,
        severity: "error",
        key: `bad-import ${from}`,
        url: from,
      },
    ];
  });
}

function isMissing(site: Site, page: string, from: string, isInclude = false): boolean {
  // `!!raw-loader!./a.js` and `./a.svg?raw` name a file and how to read it.
  const path = from.slice(from.lastIndexOf("!") + 1).split("?", 1)[0] ?? "";
  // `virtual:table` is made by a plugin.
  if (/^[a-z]+:/i.test(path)) return false;
  const file = isInclude ? includedFile(site, page, path) : importedFile(site, page, path);
  if (file === null) return false;
  if (!site.isWhole) return isPageFile(file) && isBelow(file, site.root) && !site.pages.has(file);
  const near = [folderOf(file), folderOf(folderOf(file))].filter(Boolean);
  const isOurs =
    path.startsWith("@site/") || isBelow(file, site.root) || near.some((folder) => site.folders.has(folder));
  if (!isOurs || site.settings.isMadeByBuild(file) || isBelowLink(site, file)) return false;
  const has = (name: string) => site.otherFiles.has(name) || site.pages.has(name);
  // A site of Mintlify below the one that was found first has a root of its own.
  const mayBeBelow = site.dialect === "mintlify" && path.startsWith("/");
  if (mayBeBelow && foldersAbove(page).some((folder) => has(joinPath(folder, path.slice(1)) ?? ""))) return false;
  // TypeScript may be imported under the name of what it becomes.
  const sources = [file, file.replace(/\.([cm]?)js(x?)$/, ".$1ts$2"), file.replace(/\.js$/, ".tsx")];
  return !sources.some((stem) => ENDINGS.some((ending) => has(stem + ending) || has(`${stem}/index${ending}`)));
}

function includedFile(site: Site, page: string, path: string): string | null {
  return path.startsWith("@") ? joinPath(site.root, path.slice(1)) : joinPath(folderOf(page), path);
}

/** The path of the repository that an import names; null when it is a package or an alias that only the build knows. */
export function importedFile(site: Site, page: string, path: string): string | null {
  if (path.startsWith(".")) return joinPath(folderOf(page), path);
  if (path.startsWith("/") && site.dialect === "mintlify") return joinPath(site.root, path.slice(1));
  if (!path.startsWith("@site/")) {
    const alias = site.settings.aliases.find(({ prefix }) => path.startsWith(prefix));
    return alias === undefined ? null : joinPath(alias.folder, path.slice(alias.prefix.length));
  }
  const config = configOf(site);
  return config === undefined ? null : joinPath(folderOf(config), path.slice("@site/".length));
}

const configs = new WeakMap<Site, { path: string | undefined }>();

/** Looked for once among all files of a site, however many imports ask. */
function configOf(site: Site): string | undefined {
  const known = configs.get(site) ?? { path: [...site.otherFiles].find((name) => DOCUSAURUS_CONFIG.test(name)) };
  configs.set(site, known);
  return known.path;
}

const MAX_LINES = 50;

/**
 * Rule `changed-code`: code that was there before reads differently now. One warning a page, at the first such block.
 *
 * A block that was added, taken out or moved is no change; spaces at the ends of lines are none either.
 */
export function changedCode(page: Page, before: Page | null): RawFinding[] {
  const lines = before ? changedBlocks(codeOf(before), codeOf(page)).map(({ line }) => line) : [];
  const [line] = lines;
  if (line === undefined) return [];
  const places = `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MAX_LINES).join(", ")}`;
  const message = `Code changed on ${places}: was it asked for?`;
  return [
    { path: page.path, line, column: 1, rule: "changed-code", message, severity: "warning", key: "changed-code" },
  ];
}

const codeOf = ({ codeFences }: Page) => codeFences.filter((fence) => !isDirective(fence));

/** Pairs the blocks that are in only one of two versions, run by run between those that are in both. */
function changedBlocks(before: CodeFence[], now: CodeFence[]): CodeFence[] {
  const common = commonBlocks(before.map(textOf), now.map(textOf));
  let changed: CodeFence[] = [];
  let [old, young] = [0, 0];
  for (const [nextOld, nextYoung] of [...common, [before.length, now.length] as const]) {
    // Where a run grew or shrank, blocks were added or taken out: which one became which is anyone's guess.
    if (nextOld - old === nextYoung - young) changed = changed.concat(now.slice(young, nextYoung));
    [old, young] = [nextOld + 1, nextYoung + 1];
  }
  return changed;
}

const textOf = ({ text, language }: CodeFence) =>
  `${language}\n${text.split("\n").map(trimBlanks).join("\n").trimEnd()}`;

/** A directive of MyST (` ```{toctree} `) that shows no code. */
const isDirective = ({ language }: CodeFence) => /^\{(?!code|literal|sourcecode)/.test(language ?? "");

/** Of pages with more blocks only those at both ends are compared: what is in between may have been moved about. */
const MAX_PAIRS = 1_000_000;

/** Positions of a longest common subsequence of two lists. */
function commonBlocks(a: string[], b: string[]): (readonly [number, number])[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const between = commonNumbers(
    a.slice(start, a.length - end).map(numberOf),
    b.slice(start, b.length - end).map(numberOf),
  );
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...between.map(([i, j]) => [i + start, j + start] as const),
    ...Array.from({ length: end }, (_, at) => [a.length - end + at, b.length - end + at] as const),
  ];
}

function commonNumbers(a: number[], b: number[]): (readonly [number, number])[] {
  if (a.length * b.length > MAX_PAIRS) return [];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++] as const);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
