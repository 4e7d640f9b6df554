import type { Dialect } from "../site/site.ts";
import type { CheckedSite } from "./finding.ts";
import { oncePerPage } from "./once-per-page.ts";
import { soundOf } from "./suggest-target.ts";

/** The marks between which a tool writes what it likes, and writes it again. */
const MARKS: readonly [start: string, end: string][] = [
  ["ALL-CONTRIBUTORS-LIST:START", "ALL-CONTRIBUTORS-LIST:END"],
  ["ALL-CONTRIBUTORS-BADGE:START", "ALL-CONTRIBUTORS-BADGE:END"],
];

/** Whether a page is one to copy from: an anchor of its own may show where one will stand. */
export const isTemplate = (path: string) => /(^|[/_.-])template\.mdx?$/i.test(path);

/** A README in a folder of templates, such as `repository-template`. */
const TEMPLATES = /(?:^|-)templates?$/i;
const isTemplateReadme = (path: string) =>
  path.toLowerCase().endsWith("readme.md") && path.split("/").some((part) => TEMPLATES.test(part));
/** What whoever copies a template writes another word for. */
const PLACEHOLDER = /<(?:[A-Z]{2,20}(?:[ _-][A-Z]{2,20}){1,5}|TODO\b[^<>\n]{0,99})>/;

/** Folders of what other repositories, and files in them, begin with. */
const BEGINNINGS = /(?:^|[/_-])(?:templates?|skeletons?|scaffold(?:s|ing)?|boilerplates?|generators|cookiecutters?)\//i;
/** What a generator of projects fills in: `<%= name %>`, `{{cookiecutter.name}}`, `${{ values.name }}`. */
const FILLED_IN = /^[-~]?[ \t]{0,9}(?:cookiecutter|values|parameters|project|_?copier)/;
const isFilledIn = (text: string) =>
  /<%[=-]/.test(text) ||
  text
    .split("{{")
    .slice(1)
    .some((rest) => FILLED_IN.test(rest));
/** What a host shows in an issue or a request, whose address its links count from. */
const OF_REQUESTS = /^(?:pull_request|issue|merge_request)_template(?:\.md)?$/i;
const isOfRequests = (path: string) =>
  path
    .split("/")
    .slice(-2)
    .some((part) => OF_REQUESTS.test(part));
/** A record of a decision or a proposal to begin with, whose links name one of the records that will be. */
const OF_RECORDS = /(?:^|[/_-])(?:adrs?|rfcs?|decisions?|proposals?|keps?|enhancements?|architecture)\//i;

/** Pages that are copied into other repositories, or shown elsewhere, where their relative links lead somewhere. */
export const isForOthers = oncePerPage(async ({ read }: CheckedSite, path: string): Promise<boolean> => {
  if (isOfRequests(path) || /\{[{%]/.test(path) || (isTemplate(path) && OF_RECORDS.test(path))) return true;
  const mayBegin = BEGINNINGS.test(path);
  if (!mayBegin && !isTemplateReadme(path)) return false;
  const text = (await read(path)) ?? "";
  return (mayBegin && isFilledIn(text)) || (isTemplateReadme(path) && PLACEHOLDER.test(text));
});

/** A line that is a comment alone, in HTML, in MDX or as a definition of a link. */
const COMMENT_LINE = /^(?:<!--(.*)-->|\{\/\*(.*)\*\/\}|\[(?:\/\/|comment)\]:[ \t]{0,9}(?:#|<>)[ \t]{0,9}[("](.*)[)"])$/;
const ENDS = /end|stop|\bclose\b|\//i;
/** A line that a script puts text in place of. */
const IN_PLACE = /^(?:%%[\w -]{1,60}%%|@@[\w -]{1,60}@@|\[\[[A-Z][A-Z_ ]{1,60}\]\])$/;
const isToInsert = (words: string) => {
  const text = words.trim().toLowerCase();
  const isHere = text.includes("here") && /generated|inserted/.test(text);
  return /^(?:auto-?)?(?:insert|inject)\b/.test(text) || text.includes("placeholder") || isHere;
};

/**
 * Whether a page has a place that a tool fills in, of which nothing is there yet: two comments that name its beginning and its end with
 * nothing between them, or a line that stands for more. Its headings are not known. An empty list of headings adds none.
 */
export const hasOpenPlace = oncePerPage(async ({ read }: CheckedSite, path: string): Promise<boolean> => {
  let last: string | null = null;
  for (const raw of ((await read(path)) ?? "").split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    if (IN_PLACE.test(line)) return true;
    const found = COMMENT_LINE.exec(line);
    const words = found === null ? null : (found[1] ?? found[2] ?? found[3] ?? "");
    if (words !== null && !/\btoc/i.test(words)) {
      if (isToInsert(words)) return true;
      if (last !== null && ENDS.test(words) && !ENDS.test(last) && isSameRegion(last, words)) return true;
    }
    last = words;
  }
  return false;
});

/** Whether two comments are the beginning and the end of one: they have a word in common, but for those. */
function isSameRegion(start: string, end: string): boolean {
  const wordsOf = (text: string) => {
    const words = text
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 1);
    return words.map((word) => word.replace(/(.)(?:start|begin|end|stop)$/, "$1"));
  };
  const [own, other] = [new Set(wordsOf(start)), wordsOf(end)];
  return other.some((word) => own.has(word)) || own.has("begin") || own.has("start");
}

/** Classes behind a link: `{: .btn }` of kramdown and Python-Markdown. */
const CLASSES = /^\{:?[ \t]*\./;
/** Links with one anchor of which each shows a look of its own. */
const MIN_SHOWN = 3;

/**
 * Whether links of a page only show how classes make them look: several name one anchor, each with classes behind it. They may
 * lead nowhere by intent.
 */
export async function showsLooks({ read }: CheckedSite, path: string, url: string): Promise<boolean> {
  if (!url.startsWith("#")) return false;
  const parts = ((await read(path)) ?? "").split(`](${url})`).slice(1);
  return parts.filter((rest) => CLASSES.test(rest)).length >= MIN_SHOWN;
}

/** What a word before a file that code writes begins with: `savefig("`, `write_image('`, `to_file(`. */
const WRITES = ["save", "write", "export", "to_", "render"];
const isWriting = (before: string) =>
  before.includes("(") &&
  before.split(/\W+/).some((word) => WRITES.some((start) => word.toLowerCase().startsWith(start)));
const MAX_BEFORE = 100;

/** Whether code on a page writes a picture that the page shows, where its builder runs such code. */
export async function isWrittenByPage({ read }: CheckedSite, path: string, url: string): Promise<boolean> {
  const name = url.slice(url.lastIndexOf("/") + 1);
  if (!name.includes(".")) return false;
  const parts = ((await read(path)) ?? "").split(name).slice(0, -1);
  return parts.some((part) => {
    const before = part.slice(Math.max(part.length - MAX_BEFORE, part.lastIndexOf("\n") + 1));
    return !before.includes("](") && isWriting(before);
  });
}

const generatedLines = oncePerPage(readGeneratedLines);

/** Whether a tool wrote a line of a page (from 1), as the comments around it say. Its anchors may lead nowhere by intent. */
export async function isGeneratedLine(checked: CheckedSite, path: string, line: number): Promise<boolean> {
  return (await generatedLines(checked, path)).has(line);
}

async function readGeneratedLines({ read }: CheckedSite, path: string): Promise<ReadonlySet<number>> {
  const text = (await read(path)) ?? "";
  const generated = new Set<number>();
  for (const [start, end] of MARKS) {
    if (!text.includes(start)) continue;
    let isWithin = false;
    for (const [index, line] of text.split("\n").entries()) {
      if (isWithin && line.includes(end)) isWithin = false;
      if (isWithin) generated.add(index + 1);
      if (line.includes(start)) isWithin = true;
    }
  }
  return generated;
}

const CAPTURE = /\{%-?[ \t]{0,9}(?:capture[ \t]{1,9}([\w-]{1,99})|endcapture)[ \t]{0,9}-?%\}/g;

const capturedLines = oncePerPage(readCapturedLines);

/**
 * Whether a line of a page (from 1) is a sample, whose links lead nowhere by intent: it shows a component at work and stands in a
 * block of code too, or it is text that Liquid hands to an include alone.
 */
export async function isSampleLine(checked: CheckedSite, path: string, line: number): Promise<boolean> {
  if (checked.site.dialect === "jekyll" && (await capturedLines(checked, path)).has(line)) return true;
  if ((await commentLines(checked, path)).has(line)) return true;
  return (await linesShownTwice(checked, path)).has(line);
}

async function readCapturedLines({ read }: CheckedSite, path: string): Promise<ReadonlySet<number>> {
  const text = (await read(path)) ?? "";
  const captured = new Set<number>();
  if (!text.includes("endcapture")) return captured;
  const written = new Set(text.split("{{").flatMap((rest) => /^-?\s{0,9}([\w-]{1,99})/.exec(rest)?.[1] ?? []));
  let name: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    if (name !== null && !written.has(name)) captured.add(index + 1);
    for (const [, opened] of line.matchAll(CAPTURE)) name = opened ?? null;
  }
  return captured;
}

/** Comments of several lines that neither Markdown nor HTML knows, by generator. */
const COMMENTS: Partial<Record<Dialect, readonly { open: RegExp; close: RegExp }[]>> = {
  hugo: [
    {
      open: /\{\{[<%][ \t]{0,9}comment[ \t]{0,9}[>%]\}\}/,
      close: /\{\{[<%][ \t]{0,9}\/[ \t]{0,9}comment[ \t]{0,9}[>%]\}\}/,
    },
  ],
  jekyll: [
    { open: /\{::comment\}/, close: /\{:\/(?:comment)?\}/ },
    { open: /\{%-?[ \t]{0,9}comment[ \t]{0,9}-?%\}/, close: /\{%-?[ \t]{0,9}endcomment[ \t]{0,9}-?%\}/ },
  ],
  // Of Jinja, in which the plugin `macros` has pages written.
  mkdocs: [{ open: /\{#-?[ \t]/, close: /#\}/ }],
};

const commentLines = oncePerPage(readCommentLines);

/** The lines of a page that are comments of its generator. In Sphinx a line that begins with a percent sign is one. */
async function readCommentLines({ read, site }: CheckedSite, path: string): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const marks = COMMENTS[site.dialect] ?? [];
  if (marks.length === 0 && site.dialect !== "sphinx") return found;
  const lines = ((await read(path)) ?? "").split("\n");
  if (site.dialect === "sphinx") for (const [index, line] of lines.entries()) if (/^%/.test(line)) found.add(index + 1);
  for (const { open, close } of marks) {
    let start: number | null = null;
    for (const [index, line] of lines.entries()) {
      if (start === null && open.test(line)) start = index;
      if (start === null || !close.test(line)) continue;
      for (let at = start; at <= index; at += 1) found.add(at + 1);
      start = null;
    }
  }
  return found;
}

/** A line that begins with a component or an element of somebody's own. */
const OWN_ELEMENT = /^<(?:[A-Z]|[a-z]+-)/;
const FENCE = /^\s{0,99}(?:```|~~~)/;

const linesShownTwice = oncePerPage(readLinesShownTwice);

async function readLinesShownTwice({ read }: CheckedSite, path: string): Promise<ReadonlySet<number>> {
  const inCode = new Set<string>();
  const shown = new Map<number, string>();
  let isCode = false;
  for (const [index, raw] of ((await read(path)) ?? "").split("\n").entries()) {
    const line = raw.trim();
    if (FENCE.test(raw)) isCode = !isCode;
    else if (!OWN_ELEMENT.test(line)) continue;
    else if (isCode) inCode.add(line);
    else shown.set(index + 1, line);
  }
  return new Set([...shown].flatMap(([number, line]) => (inCode.has(line) ? number : [])));
}

/** A line that a parser may take for a heading, wherever it stands. */
const LOOKS_LIKE_HEADING = /^[ \t]*(?:#{1,6}[ \t]|<h[1-6][ \t>])/i;

const headingLines = oncePerPage(readHeadingLines);

/** Whether a line of a page looks like a heading that an anchor was made of, in whatever it stands. */
export async function isWrittenHeading(checked: CheckedSite, path: string, anchor: string): Promise<boolean> {
  const sound = soundOf(anchor);
  return sound !== "" && (await headingLines(checked, path)).has(sound);
}

async function readHeadingLines({ read }: CheckedSite, path: string): Promise<ReadonlySet<string>> {
  const lines = ((await read(path)) ?? "").split("\n").filter((line) => LOOKS_LIKE_HEADING.test(line));
  return new Set(lines.map((line) => soundOf(line.replace(/<[^<>]*>/g, "").replace(/\]\([^()]*\)/g, ""))));
}
