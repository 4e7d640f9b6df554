import { LastUsed } from "@docsteward/platform/last-used";
import type { DocsReader } from "../docs-reader.ts";
import type { Page } from "../page/page.ts";
import { type ParseOptions, parsePage } from "../page/parse-page.ts";
import { isRepositoryDocument } from "../site/repository-files.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { CheckedSite } from "./finding.ts";
import { type ParseAhead, parseAhead } from "./parse-ahead.ts";

/** The parsers of Ruby and Python take the last of two equal keys. */
const TAKES_LAST_KEY: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["jekyll", "mkdocs", "sphinx"]);

/**
 * These want the line that ends front matter to be three dashes alone. To Hugo, gray-matter and Astro any line that begins with
 * them is the end.
 */
const NEEDS_WHOLE_END: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>([
  "jekyll",
  "mkdocs",
  "mdbook",
  "gitbook",
  "sphinx",
  "plain",
]);

/** A site whose pages are parsed when they are asked for, each once. */
export function checkedSite(site: Site, reader: DocsReader): CheckedSite {
  const pages = new Map<string, Promise<Page | null>>();
  let ahead: ParseAhead | undefined;
  const texts = new Map<string, { text: string }>();
  const { dialect, settings } = site;
  const options = {
    variables: settings.variables,
    allowsHtmlComments: dialect === "docusaurus",
    readsDirectives: dialect === "docusaurus" || dialect === "starlight",
    isVue: dialect === "vitepress",
    isHugo: dialect === "hugo",
    isJekyll: dialect === "jekyll",
    isGitbook: dialect === "gitbook",
    isMkdocs: dialect === "mkdocs",
    takesLastKey: TAKES_LAST_KEY.has(dialect),
    takesLongEnd: !NEEDS_WHOLE_END.has(dialect),
  };
  const optionsOf = (path: string): ParseOptions => {
    // What lies beside a site that says where its pages are is read by no build.
    const isShown = site.config === "" || sectionOf(site, path) !== null;
    const isMarkdownMdx = settings.isMarkdownMdx && isShown && !isRepositoryDocument(path, site);
    const isVue = options.isVue && sectionOf(site, path) !== null;
    return { ...options, isMarkdownMdx, isVue };
  };
  const parse = async (path: string) => {
    const parsed = await ahead?.take(path);
    const prepared = texts.get(path);
    texts.delete(path);
    if (parsed) return parsed;
    const [file] = prepared ? [prepared] : site.pages.has(path) ? await reader.readMany([path]) : [];
    if (!file) return null;
    const { text } = file;
    return rememberPage(site, { path, text }, () => parsePage(path, text, optionsOf(path)));
  };
  const page = (path: string) => {
    const known = pages.get(path) ?? parse(path);
    pages.set(path, known);
    return known;
  };
  const prepare = async (paths: readonly string[]) => {
    const wanted = paths.filter((path) => site.pages.has(path) && !pages.has(path));
    for (const file of wanted.length > 1 ? await reader.readMany(wanted) : []) texts.set(file.path, file);
  };
  const read = async (path: string) => (await reader.readMany([path]))[0]?.text ?? null;
  const startAhead = (paths: readonly string[], threads: number) => {
    const own = paths.filter((path) => site.pages.has(path));
    ahead = parseAhead({ paths: own, threads, readMany: (wanted) => reader.readMany(wanted), optionsOf });
    return ahead;
  };
  return { site, page, prepare, parseAhead: startAhead, read };
}

/** Characters of text whose pages are kept for one site. A page with its code blocks takes a few times its text. */
const MAX_CHARACTERS = 2_000_000;

/** Of each site its pages by path and text. */
const bySite = new WeakMap<Site, LastUsed<Page>>();

/** The pages of a site that were parsed last: a job checks the same ones several times, in two states that mostly agree. */
export function rememberPage(site: Site, { path, text }: { path: string; text: string }, parse: () => Page): Page {
  const pages = bySite.get(site) ?? new LastUsed<Page>({ maxSize: MAX_CHARACTERS, sizeOf: (_, key) => key.length });
  bySite.set(site, pages);
  return pages.getOrMake(`${path}\0${text}`, parse);
}
