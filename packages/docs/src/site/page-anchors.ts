import GithubSlugger, { slug as githubSlug } from "github-slugger";
import type { Heading, Page } from "../page/page.ts";
import type { Dialect, HeadingIds } from "./site.ts";

type Slugger = () => (text: string) => string;

const MAX_SECTIONS_WITH_TABS = 100;
const MAX_TABS = 200;

/**
 * The anchors a page has on a site of this dialect: ids of its headings, of its elements, and of components that sites give
 * an anchor by their title.
 *
 * @param keepsCase whether the site's configuration says that ids keep their upper case
 * @param hasTermIds whether it says that terms of definition lists have ids, which count on with those of headings
 * @param headingIds what else it says of them
 */
export function pageAnchors(
  page: Page,
  dialect: Dialect,
  { keepsCase = false, hasTermIds = false, headingIds = {} }: AnchorOptions = {},
): Set<string> {
  const isMarkdown = READS_MARKDOWN_IN_HTML.has(dialect);
  const inHtml = page.htmlHeadings.filter((one) => (one.isMarkdown ? isMarkdown : NAMES_HTML.has(dialect)));
  const others = [...(hasTermIds ? page.terms : []), ...inHtml].map(
    ({ text, line }): Heading => ({ text, line, depth: 7, slug: "", hasOwnId: false }),
  );
  const headings = others.length === 0 ? page.headings : [...page.headings, ...others].sort((a, b) => a.line - b.line);
  const anchors = new Set<string>([...page.elementIds, "", "top", ...(OF_LAYOUTS[dialect] ?? [])]);
  if (dialect === "gitbook") for (const id of numbered(page.elementIds)) anchors.add(id);
  const usual = SLUGGERS[dialect];
  for (const makeSlugger of keepsCase ? [githubCased] : [...usual, ...sluggersBy(headingIds, usual)]) {
    const slug = makeSlugger();
    for (const heading of headings) {
      const anchor = heading.hasOwnId ? heading.slug : slug(heading.text);
      // Docusaurus shows the title of a page without an id.
      if (dialect !== "docusaurus" || heading.depth > 1) anchors.add(anchor);
      const bare = withoutAttributes(heading.text);
      if (bare !== null) anchors.add(makeSlugger()(bare));
      const withoutSigns = SHOWS_EMOJI.has(dialect) ? heading.text.replace(EMOJI, "").trim() : heading.text;
      if (withoutSigns !== heading.text) anchors.add(makeSlugger()(withoutSigns));
      if (dialect === "starlight") {
        // Astro leaves out a hyphen at the end.
        anchors.add(anchor.replace(/-$/, ""));
        for (const text of withoutDirectives(heading.text)) anchors.add(makeSlugger()(text));
      }
      if (dialect === "hugo" && heading.rawText !== undefined) anchors.add(makeSlugger()(heading.rawText));
      if (dialect === "sphinx" && heading.rawText !== undefined)
        for (const text of withoutRoles(heading.rawText)) anchors.add(makeSlugger()(text));
      if (dialect === "mkdocs" && heading.namedText !== undefined) anchors.add(makeSlugger()(heading.namedText));
      // Behind a picture GitHub keeps the blank.
      if (heading.plainText !== undefined)
        anchors.add(makeSlugger()(heading.plainText)).add(makeSlugger()(heading.plainText.trim()));
    }
    const sections = dialect === "mkdocs" ? [...anchors].slice(0, MAX_SECTIONS_WITH_TABS) : [];
    for (const [number, title] of page.componentTitles.entries()) {
      const anchor = slug(title);
      anchors.add(anchor).add(`param-${anchor}`);
      if (dialect === "mintlify") anchors.add(`param-${mintlifySlug(withHyphens(title))}`);
      // The anchor of a tab may begin with that of its section.
      if (number < MAX_TABS) for (const section of sections) anchors.add(`${section}-${anchor}`);
    }
  }
  if (headingIds.prefix) for (const anchor of [...anchors]) anchors.add(headingIds.prefix + anchor);
  return anchors;
}

/** What the themes of generators call their own parts. */
const OF_LAYOUTS: Partial<Record<Dialect, readonly string[]>> = {
  docusaurus: ["__docusaurus", "__docusaurus_skipToContent_fallback"],
  starlight: ["_top", "starlight__sidebar", "starlight__on-this-page"],
  vitepress: ["app", "VPContent", "VPSidebarNav"],
  nextra: ["nextra-skip-nav"],
  fumadocs: ["nd-page", "nd-sidebar", "nd-toc"],
};

const DIRECTIVE = /:[A-Za-z][\w-]*\[([^[\]\n]*)\]/g;
const ATTRIBUTES = /\](?:\{[^{}\n]*\})/g;

/** A heading with a directive such as `:badge[New]`, whose text its plugin may leave in or out. */
function withoutDirectives(heading: string): string[] {
  const plain = heading.replace(ATTRIBUTES, "]");
  const shown = plain.replace(DIRECTIVE, "$1");
  return shown === plain ? [] : [shown.trim(), plain.replace(DIRECTIVE, "").trim()];
}

type AnchorOptions = { keepsCase?: boolean; hasTermIds?: boolean; headingIds?: HeadingIds };

/** These give headings that are tags of HTML an id, too. */
const NAMES_HTML: ReadonlySet<Dialect> = new Set<Dialect>(["plain", "starlight", "mdbook", "gitbook"]);
const READS_MARKDOWN_IN_HTML: ReadonlySet<Dialect> = new Set<Dialect>(["mkdocs", "jekyll"]);
/** These show a picture for `:name:`, which is no part of an id. */
const SHOWS_EMOJI: ReadonlySet<Dialect> = new Set<Dialect>(["mkdocs", "vitepress", "gitbook"]);
const EMOJI = /:[\w+-]{1,60}:(?:\{[^{}]{0,200}\})?/g;

/** What the configuration has ids made by, besides what its generator does by itself. */
function sluggersBy({ separator, keepsCase, isAscii }: HeadingIds, usual: readonly Slugger[]): Slugger[] {
  const plain = usual.map(
    (makeSlugger): Slugger =>
      () => {
        const slug = makeSlugger();
        return (text) => slug(unaccented(text));
      },
  );
  return [
    ...(keepsCase ? [githubCased] : []),
    ...(separator === undefined
      ? []
      : [/[^\w\s-]/g, /[^\p{L}\p{N}_\s-]/gu].map((signs) => separatedBy(separator, signs))),
    ...(isAscii ? plain : []),
  ];
}

/** As the toc extension of Python-Markdown does with another separator. */
function separatedBy(separator: string, signs: RegExp): Slugger {
  return counted(
    (text) => {
      const words = unaccented(text).replace(signs, "").trim().toLowerCase();
      return words.split(separator === "-" ? /[-\s]+/ : /[_\s]+/).join(separator);
    },
    "_",
    1,
  );
}

/** A heading without the roles of MyST (`{octicon}`…``), or with their text alone. */
function withoutRoles(heading: string): string[] {
  const [first = "", ...others] = heading.split("}`");
  if (others.length === 0) return [];
  const parts = [["", first], ...others.map((part) => part.split("`", 2))];
  const texts = parts.map(([, text = ""], at) => (at < others.length ? text.slice(0, text.lastIndexOf("{")) : text));
  const shown = texts.map((text, at) => (parts[at]?.[0] ?? "") + text);
  return [texts.join("").trim(), shown.join("")];
}

/** A heading without the classes and other attributes behind it: `Title { .wide }`; null of one without. */
function withoutAttributes(heading: string): string | null {
  const start = heading.endsWith("}") ? heading.lastIndexOf("{") : -1;
  return start > 0 && /^\{:?[ \t]?[.\w]/.test(heading.slice(start, start + 4)) ? heading.slice(0, start).trim() : null;
}

/** GitBook counts an id that stands several times on a page: `fees`, `fees-1`. */
function numbered(ids: readonly string[]): string[] {
  const count = counted((id) => id, "-", 1)();
  return ids.map(count);
}

/** A parameter's name as Mintlify writes it in an anchor: `retryAfterSeconds` is `retry-after-seconds`. */
function withHyphens(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2");
}

/** Makes the anchors of one page's headings, in their order, as its site does. */
export function headingSlugger(dialect: Dialect): (heading: string) => string {
  const [makeSlugger = github] = SLUGGERS[dialect];
  return makeSlugger();
}

const github: Slugger = () => {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(text);
};

const githubCased: Slugger = () => {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(text, true);
};

/** One counter a page: the second "Usage" is `usage-1`, or `usage_1` in Python-Markdown. */
const counted = (toSlug: (text: string) => string, separator: string, first: number): Slugger => {
  return () => {
    const seen = new Map<string, number>();
    return (text) => {
      const slug = toSlug(text);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}${separator}${count + first - 1}`;
    };
  };
};

const unaccented = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "");

/** As @mdit-vue does for VitePress: in lower case, or, as its newer versions, as the heading is written. */
const vitepressCased = counted(
  (text) =>
    unaccented(text)
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
      .replace(/^-|-$/g, "")
      .replace(/^(\d)/, "_$1"),
  "-",
  1,
);
const vitepress: Slugger = () => {
  const slug = vitepressCased();
  return (text) => slug(text.toLowerCase());
};

/** As the toc extension of Python-Markdown does for MkDocs. */
const mkdocs = counted(
  (text) =>
    unaccented(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is dropped
      .replace(/[^\x00-\x7f]/g, "")
      .replace(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, "-"),
  "_",
  1,
);

/** Runs of anything else become one hyphen; the second of a name is `name-2`. */
const mintlifySlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’"`]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
const mintlify = counted(mintlifySlug, "-", 2);

/** Dots stay, some signs become words and the others one hyphen, and what begins with a digit gets `id-` before it. */
const gitbookSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’"`]/g, "")
    .replace(/[^\p{L}\p{N}._&]+/gu, "-")
    .replace(/^-|-$/g, "")
    .replace(/^(?=\d)/, "id-");
const SIGNS = new Map([
  ["&", " and "],
  [">", " greater than "],
  ["<", " less than "],
  ["|", " or "],
  ["%", " percent "],
  ["$", " dollar "],
]);
const gitbook = counted((text) => gitbookSlug(text.replace(/[&<>|%$]/g, (sign) => SIGNS.get(sign) ?? sign)), "-", 1);
/** The same of links that keep a `&`. */
const gitbookSigns = counted(gitbookSlug, "-", 1);

/** As GitBook did when books were built from `book.json`: without `_`, too. */
const gitbookLegacy = counted((text) => githubSlug(text).replaceAll("_", ""), "-", 1);

/** Headings with signs in them keep those, which links then write percent-encoded. */
const mintlifySigns = counted((text) => text.trim().toLowerCase().replace(/\s+/g, "-"), "-", 2);

/** As Mintlify documents it: dots are hyphens, brackets and other signs are dropped, and `/`, `&` and apostrophes stay. */
const mintlifyKept = counted(
  (text) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll("'", "’")
      .replaceAll(".", "-")
      .replace(/[^\p{L}\p{N}\s’/&_-]/gu, "")
      .replace(/\s+/g, "-")
      .replace(/-$/, ""),
  "-",
  2,
);

/** As mdBook does: signs are dropped, and no two blanks become one hyphen. */
const mdbookSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, "")
    .replace(/\s/g, "-");
const mdbook = counted(mdbookSlug, "-", 1);
/** Two hyphens are a dash where punctuation is made smart, as it is since mdBook 0.5. */
const mdbookSmart = counted((text) => mdbookSlug(text.replace(/-{2,}/g, "")), "-", 1);

/** As kramdown does for Jekyll: what comes before the first letter is dropped. */
const kramdown = counted(
  (text) =>
    text
      .replace(/^[^A-Za-z]+/, "")
      .replace(/[^A-Za-z0-9 -]/g, "")
      .replaceAll(" ", "-")
      .toLowerCase() || "section",
  "-",
  1,
);

/** As docutils names the targets of Sphinx. */
const docutils = counted(
  (text) =>
    unaccented(text)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[-0-9]+/, "")
      .replace(/-$/, ""),
  "-",
  1,
);

/** As pandoc does, which may read the Markdown of a Hugo site. */
const pandoc = counted(
  (text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_.-]/gu, "")
      .trim()
      .replace(/\s+/g, "-")
      .replace(/^[^\p{L}]+/u, "") || "section",
  "-",
  1,
);

const SLUGGERS: Record<Dialect, Slugger[]> = {
  mintlify: [github, mintlify, mintlifySigns, mintlifyKept],
  docusaurus: [github],
  nextra: [github],
  fumadocs: [github],
  mkdocs: [mkdocs, github],
  vitepress: [vitepress, vitepressCased, github],
  starlight: [github],
  gitbook: [gitbook, gitbookSigns, github, gitbookLegacy, mintlify],
  mdbook: [mdbook, mdbookSmart, github],
  hugo: [github, pandoc],
  jekyll: [kramdown, github],
  sphinx: [github, docutils],
  plain: [github, vitepress, mkdocs],
};
