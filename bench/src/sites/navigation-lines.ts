import { posix } from "node:path";
import { type NavigationLine, stemOf } from "./fault.ts";
import type { Generator } from "./site-list.ts";

/** The files that the navigation of a site is written in, by what its generator calls them. */
const NAVIGATION_FILES: Partial<Record<Generator, RegExp>> = {
  mintlify: /(^|\/)(docs|mint)\.json$|(^|\/)[\w-]*(navigation|nav)[\w/-]*\.json$/,
  docusaurus: /^(website\/|www\/)?sidebars?\.(json|[cm]?[jt]s)$/,
  nextra: /(^|\/)_meta(\.global)?\.(json|[jt]sx?)$/,
  fumadocs: /(^|\/)meta\.json$/,
  starlight: /(^|\/)astro\.config\.[cm]?[jt]s$|(^|\/)(astro\.)?sidebar\.[cm]?[jt]s$/,
  vitepress: /(^|\/)\.vitepress\/(config|sidebar|nav|theme)?[\w/.-]*\.m?[jt]s$/,
  mkdocs: /(^|\/)mkdocs\.ya?ml$/,
  mdbook: /(^|\/)SUMMARY\.md$/,
  gitbook: /(^|\/)SUMMARY\.md$/,
  sphinx: /\.md$/,
};

/** Generators whose navigation files name pages from their own folder alone. */
const BESIDE_THEIR_PAGES: readonly Generator[] = ["fumadocs", "nextra", "mdbook", "gitbook", "sphinx"];

type Source = {
  dialect: Generator;
  pages: readonly string[];
  folders: readonly string[];
  texts: ReadonlyMap<string, string>;
};

export function isNavigationOf(dialect: Generator, path: string): boolean {
  return (
    NAVIGATION_FILES[dialect]?.test(path) === true && !/(^|\/)(node_modules|examples?|tests?|templates?)\//.test(path)
  );
}

/** Finds the places in navigation files that name a page, by their text alone. */
export function findNavigationLines({ dialect, pages, folders, texts }: Source): NavigationLine[] {
  const byStem = new Map(pages.map((page) => [stemOf(page), page]));
  const files = [...texts].filter(([path]) => isNavigationOf(dialect, path));
  return files.flatMap(([file, text]) => {
    const starts = [posix.dirname(file), ...(BESIDE_THEIR_PAGES.includes(dialect) ? [] : folders)];
    const pageOf = (named: string) => {
      const plain = stemOf(named.replace(/^\.?\/|\/$/g, "").replace(/#.*$/, ""));
      const stems = starts.map((start) => posix.normalize(`${start === "" ? "." : start}/${plain}`));
      const names = stems.flatMap((stem) => [stem, `${stem}/index`]).map((stem) => byStem.get(stem));
      return /^\.*$/.test(plain) ? undefined : names.find((name) => name !== undefined);
    };
    return candidates(dialect, text).flatMap(({ line, from, to, named }) => {
      const page = pageOf(named);
      return page === undefined ? [] : [{ file, text, line, from, to, page }];
    });
  });
}

type Candidate = { line: number; from: number; to: number; named: string };

const PATTERNS: Partial<Record<Generator, RegExp>> = {
  nextra: /^\s{2,4}["']?([\w-]+)["']?\s*:/g,
  vitepress: /\blink:\s*["'`]([\w./-]+)["'`]/g,
  mkdocs: /([\w./-]+\.md)\b/g,
  mdbook: /\]\(([^()\s]+\.md)\)/g,
  gitbook: /\]\(([^()\s]+\.md)\)/g,
};
const QUOTED = /["']([\w./ -]+)["']/g;

function candidates(dialect: Generator, text: string): Candidate[] {
  const lines = text.split("\n");
  const isListed = listedLines(dialect, lines);
  return lines.flatMap((line, index) => {
    if (!isListed(index) || /^\s*(\/\/|#[^#])/.test(line)) return [];
    // Nextra shows nothing of an entry that is hidden.
    if (dialect === "nextra" && isHidden(lines, index)) return [];
    if (dialect === "sphinx") return toctreeEntry(line, index);
    return [...line.matchAll(PATTERNS[dialect] ?? QUOTED)].flatMap((match) => {
      const named = match[1] ?? "";
      const from = match.index + match[0].indexOf(named);
      return named.trim() === "" ? [] : [{ line: index + 1, from, to: from + named.length, named }];
    });
  });
}

function isHidden(lines: readonly string[], index: number): boolean {
  if (!/\{\s*$/.test(lines[index] ?? "")) return /\bdisplay["']?\s*:\s*["']hidden/.test(lines[index] ?? "");
  const end = lines.findIndex((line, at) => at > index && /^\s*\}/.test(line));
  return lines.slice(index, end < 0 ? index : end).some((line) => /\bdisplay["']?\s*:\s*["']hidden/.test(line));
}

/** Which lines of a file list pages. */
function listedLines(dialect: Generator, lines: string[]): (index: number) => boolean {
  if (dialect === "mkdocs") {
    const from = lines.findIndex((line) => /^nav:/.test(line));
    const to = lines.findIndex((line, index) => index > from && /^[a-z_]+:/.test(line));
    return (index) => from >= 0 && index > from && (to < 0 || index < to);
  }
  if (dialect === "mintlify") {
    const from = lines.findIndex((line) => /"(navigation|pages|groups)"/.test(line));
    const to = lines.findIndex((line, index) => index > from && /^ {2}"(redirects|footer|navbar)"/.test(line));
    return (index) => from >= 0 && index >= from && (to < 0 || index < to);
  }
  if (dialect === "starlight") {
    const from = lines.findIndex((line) => /\bsidebar\b/.test(line));
    return (index) => from >= 0 && index >= from;
  }
  if (dialect !== "sphinx") return () => true;
  let isOpen = false;
  const open = lines.map((line) => {
    if (/^[`:]{3,}\s*\{toctree\}/.test(line)) isOpen = true;
    else if (/^[`:]{3,}\s*$/.test(line)) isOpen = false;
    return isOpen;
  });
  return (index) => open[index] === true;
}

function toctreeEntry(line: string, index: number): Candidate[] {
  const [, titled = "", named = ""] = /^((?:[^<>]* <)?)([\w./-]+)>?\s*$/.exec(line) ?? [];
  return named === "" ? [] : [{ line: index + 1, from: titled.length, to: titled.length + named.length, named }];
}
