import { isMkdocsFile } from "@docsteward/contract/docs-files";
import { propertyOf, readJsonFile } from "../navigation/read-json.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { likelyLayouts } from "../site/find-layout.ts";
import { isBelow } from "../site/posix.ts";
import { createIgnoreMatcher } from "../site/read-settings.ts";
import type { Dialect } from "../site/site.ts";
import { GITBOOK_CONFIG, MDBOOK_CONFIG, readGitbook, readMdbook } from "./books.ts";
import {
  DOCUSAURUS_CONFIG,
  guessDocusaurusSite,
  OLD_DOCUSAURUS_CONFIG,
  readDocusaurusSite,
  readOldDocusaurusSite,
} from "./docusaurus.ts";
import { depthOf, type Evidence, folderOf, type Generator } from "./generator.ts";
import { HUGO_CONFIG, readHugoSite } from "./hugo.ts";
import { JEKYLL_CONFIG, readJekyllSite } from "./jekyll.ts";
import { readMkdocsSite } from "./mkdocs.ts";
import { MYST_CONFIG, readMystSite } from "./myst.ts";
import { isFumadocsSource, NEXT_CONFIG, readFumadocsSite, readNextraSite } from "./next.ts";
import { readSphinxSite, SPHINX_CONFIG } from "./sphinx.ts";
import { ASTRO_CONFIG, readStarlightSite } from "./starlight.ts";
import { readVitepressSite, VITEPRESS_CONFIG } from "./vitepress.ts";

type Reader = {
  isConfig(path: string): boolean;
  /** A word that the file must hold; what has none is another program's. */
  names?: string;
  read(evidence: Evidence, config: string): Promise<Generator | null>;
};

const of = (pattern: RegExp) => (path: string) => pattern.test(path);

/** In this order where two know as many pages. */
const READERS: Reader[] = [
  { isConfig: of(/(^|\/)(docs|mint)\.json$/), read: readMintlifySite },
  { isConfig: isMkdocsFile, read: readMkdocsSite },
  { isConfig: of(VITEPRESS_CONFIG), read: readVitepressSite },
  { isConfig: of(DOCUSAURUS_CONFIG), read: readDocusaurusSite },
  { isConfig: of(OLD_DOCUSAURUS_CONFIG), names: "headerLinks", read: readOldDocusaurusSite },
  { isConfig: of(ASTRO_CONFIG), names: "starlight", read: readStarlightSite },
  { isConfig: of(NEXT_CONFIG), names: "nextra", read: readNextraSite },
  { isConfig: isFumadocsSource, names: "fumadocs", read: readFumadocsSite },
  { isConfig: of(HUGO_CONFIG), read: readHugoSite },
  { isConfig: of(MDBOOK_CONFIG), read: readMdbook },
  { isConfig: of(SPHINX_CONFIG), read: readSphinxSite },
  { isConfig: of(MYST_CONFIG), read: readMystSite },
  { isConfig: of(JEKYLL_CONFIG), read: readJekyllSite },
  { isConfig: of(GITBOOK_CONFIG), read: readGitbook },
];

/** What repositories keep beside their own site. */
const BESIDE = /(^|\/)(tests?|__tests__|fixtures?|examples?|e2e|templates?|demos?|archetypes|playground|starters?)\//;
/** Of one kind, those nearest to the root. */
const MAX_CONFIGS = 12;
/** A site may have versions times languages: some of them tell how many pages it has. */
const MAX_ROOTS = 100;

/**
 * Finds the site generator that a repository's pages are written for, by its configuration: of several the one that knows most
 * of the pages. Without any, file names, navigation and front matter tell.
 */
export async function findGenerator(
  evidence: Evidence,
  navigationFiles: readonly { path: string; text: string }[],
): Promise<Generator> {
  const own = await readGenerators(evidence, (path) => !BESIDE.test(path));
  const found = own.length > 0 ? own : await readGenerators(evidence, (path) => BESIDE.test(path));
  const weighed = found.map((generator) => ({ generator, ...weigh(generator, evidence.pages) }));
  const isGone = ({ generator, all }: (typeof weighed)[number]) => generator.isLeftOver === true || all === 0;
  const [best] = weighed.sort((a, b) => Number(isGone(a)) - Number(isGone(b)) || b.all - a.all || b.main - a.main);
  const isOurs = best !== undefined && (best.all > 0 || isSure(best.generator, evidence));
  return isOurs
    ? { ...best.generator, otherRoots: rootsBeside(best.generator, found) }
    : guessGenerator(evidence, navigationFiles);
}

const rootOf = ({ layouts }: Generator) => layouts[0]?.[0]?.root ?? "";

/** The folders of pages that other configurations of a generator name within its own, or around it. */
function rootsBeside(best: Generator, found: readonly Generator[]): string[] {
  const own = rootOf(best);
  const others = found.filter(({ dialect, isLeftOver }) => dialect === best.dialect && isLeftOver !== true).map(rootOf);
  return [...new Set(others)].filter((root) => root !== own && (isBelow(root, own) || isBelow(own, root)));
}

async function readGenerators(evidence: Evidence, isMeant: (path: string) => boolean): Promise<Generator[]> {
  const found: Generator[] = [];
  const paths = evidence.paths.filter((path) => !path.includes("node_modules/") && isMeant(path));
  for (const reader of READERS) {
    const configs = paths.filter((path) => reader.isConfig(path));
    const nearest = configs.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
    for (const config of nearest.slice(0, MAX_CONFIGS)) {
      if (reader.names !== undefined && !(await holds(evidence, config, reader.names))) continue;
      const generator = await reader.read(evidence, config);
      if (generator) found.push(generator);
    }
  }
  return found;
}

async function holds({ reader }: Evidence, path: string, word: string): Promise<boolean> {
  const [file] = await reader.readMany([path]);
  return file?.text.includes(word) ?? false;
}

/** How many pages a generator knows: all, and those of the first of its sections. */
function weigh({ layouts }: Generator, pages: readonly PageOutline[]): { all: number; main: number } {
  const roots = (layouts[0] ?? []).slice(0, MAX_ROOTS).map(({ root }) => root);
  const all = pages.filter(({ path }) => roots.some((root) => isBelow(path, root))).length;
  return { all, main: pages.filter(({ path }) => isBelow(path, roots[0] ?? "")).length };
}

/** A configuration without any page may still be the site's, of which no page can be seen. */
function isSure({ dialect }: Generator, { pages }: Evidence): boolean {
  return pages.length === 0 && dialect !== "gitbook" && dialect !== "jekyll";
}

/** Names files that Mintlify leaves out, with the patterns of a `.gitignore`. */
const MINTIGNORE = ".mintignore";

/** `docs.json` and `mint.json` of Mintlify: pages lie beside it. */
async function readMintlifySite({ reader, files: known }: Evidence, config: string): Promise<Generator | null> {
  const root = folderOf(config);
  const ignore = root === "" ? MINTIGNORE : `${root}/${MINTIGNORE}`;
  const files = await reader.readMany(known.has(ignore) ? [config, ignore] : [config]);
  const file = files.find(({ path }) => path === config);
  if (!file || !hasProperty(file, "navigation")) return null;
  const ignored = files.find(({ path }) => path !== config);
  const left = ignored && { isLeftOut: createIgnoreMatcher(ignored.text) };
  return { dialect: "mintlify", config, layouts: [[{ root, routeBase: "", ...left }]] };
}

function hasProperty(file: { path: string; text: string }, name: string): boolean {
  const { root } = readJsonFile(file);
  // A file broken by an edit still belongs to the site it steered.
  return root === null ? file.text.includes(`"${name}"`) : propertyOf(root, name) !== undefined;
}

/** Wikis of GitHub and vaults of Obsidian, in which a link may name a page alone, whatever folder has it. */
const BY_NAME = /(^|\/)(?:_Sidebar\.md|\.obsidian\/[^/]+\.json)$/;

/** Tells the generator where no configuration can be seen. */
async function guessGenerator(
  evidence: Evidence,
  navigationFiles: readonly { path: string; text: string }[],
): Promise<Generator> {
  const { paths, pages } = evidence;
  const likely = (dialect: Dialect, root: string | null, config = ""): Generator => ({
    dialect,
    config,
    layouts: likelyLayouts(pages, dialect, root),
  });
  const sees = (pattern: RegExp) => paths.find((path) => pattern.test(path));
  const vitepress = sees(/(^|\/)\.vitepress\//);
  if (vitepress !== undefined) return likely("vitepress", vitepress.split(".vitepress")[0]?.replace(/\/$/, "") ?? "");
  if (sees(/(^|\/)(docusaurus\.config\.[cm]?[jt]s|[^/]*sidebars\.(json|[cm]?[jt]s)|_category_\.(json|ya?ml))$/))
    return guessDocusaurusSite(evidence);
  if (sees(/(^|\/)_meta\.(global\.)?(json|[jt]sx?)$/)) return likely("nextra", null);
  const fumadocs = [...navigationFiles]
    .sort((a, b) => depthOf(a.path) - depthOf(b.path))
    .find((file) => /(^|\/)meta\.json$/.test(file.path) && listsPages(file));
  if (fumadocs) return likely("fumadocs", folderOf(fumadocs.path), fumadocs.path);
  if (pages.some(({ data }) => "sidebar_position" in data || "sidebar_label" in data))
    return guessDocusaurusSite(evidence);
  if (sees(/(^|\/)SUMMARY\.md$/) !== undefined) return likely("mdbook", folderOf(sees(/(^|\/)SUMMARY\.md$/) ?? ""));
  if (sees(/(^|\/)_index\.md$/) !== undefined) return likely("hugo", null);
  const home = pages.find(({ data }) => data.layout === "home" && typeof data.hero === "object");
  if (home) return likely("vitepress", folderOf(home.path));
  return { ...likely("plain", null), findsByName: sees(BY_NAME) !== undefined };
}

function listsPages(file: { path: string; text: string }): boolean {
  const { root } = readJsonFile(file);
  return root === null ? file.text.includes('"pages"') : propertyOf(root, "pages")?.type === "array";
}
