import { LastUsed } from "@docsteward/platform/last-used";
import { findFrontmatter, frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { type ParsedYaml, parseYaml, type YamlProblem } from "../parse-yaml.ts";

/** Something wrong in a page, by line (from 1) of the file and in a sentence for people. */
export type PageProblem = {
  rule: "frontmatter" | "mdx-syntax" | "mdx-expression" | "unclosed-fence" | "html-tags" | "unreadable";
  line: number;
  /** From 1; left out where only the line is known. */
  column?: number;
  message: string;
  /** Whether it is a key that stands twice, of which the parsers of some generators take the last. */
  isKeyTwice?: true;
  /** Whether front matter ends with a longer line of dashes, which some generators take. */
  isLongEnd?: true;
  /** Whether neither the build nor a reader meets it as the page is now, or only some versions of the generator do. */
  isMild?: true;
};

/** The front matter of a page. */
export type Frontmatter = {
  /** Empty when there is none, or none that can be read. */
  data: Record<string, unknown>;
  /** The YAML between the fences, as it stands; null when the page has no front matter. */
  raw: string | null;
  /** Line of the file, from 1, on which the body begins. */
  bodyLine: number;
  /** The text below the front matter. */
  body: string;
  problem: PageProblem | null;
};

const MAX_RAW_CHARACTERS = 64_000;
const MAX_ALIASES = 100;
const TEMPLATE = /\{\{|\{%|<%/;
const GLUED = "The front matter's closing --- stands at the end of this line. Put it on a line of its own.";
const TANGLED = "The front matter is nested too deeply or has too many aliases. Simplify it.";

/**
 * Reads the YAML front matter of a page. What is wrong with it becomes a problem, never an exception.
 *
 * Aliases are limited, so that a few lines cannot grow into gigabytes; keys that appear twice are a problem.
 */
export function readFrontmatter(text: string): Frontmatter {
  const found = findFrontmatter(text);
  if (!found) return { data: {}, raw: null, bodyLine: 1, body: text.replace(/^\uFEFF/, ""), problem: unclosed(text) };
  const { raw, end, isLong } = found;
  const { data, problem: own } = rememberedYaml(raw);
  const bodyLine = text.slice(0, end).split("\n").length - (text[end - 1] === "\n" ? 0 : 1);
  const problem = own ?? (isLong ? endedLong(bodyLine - 1) : null);
  return { data, raw, bodyLine, body: text.slice(end), problem };
}

function endedLong(line: number): PageProblem {
  const message = "The front matter ends with more than three dashes. Write ---.";
  return { rule: "frontmatter", line, message, isLongEnd: true, isMild: true };
}

/** The text of a page below its front matter, which is not read. */
export function bodyOf(text: string): string {
  return text.slice(frontmatterEnd(text)).replace(/^\uFEFF/, "");
}

/** Front matter that is opened and never closed is shown to the reader as text; or it is a line across, and text with a colon. */
function unclosed(text: string): PageProblem | null {
  if (!/^\uFEFF?---[ \t]*\r?\n[A-Za-z_][\w.-]*:(?:[ \t]|\r?\n)/.test(text)) return null;
  const message = "The front matter is never closed. Add a line --- below it.";
  return { rule: "frontmatter", line: 1, message, isMild: true };
}

type Yaml = Pick<Frontmatter, "data" | "problem">;

const MAX_REMEMBERED = 10_000;
/** What this process has read: the outline of a page and the page itself begin with the same text. */
const remembered = new LastUsed<Yaml>({ maxCount: MAX_REMEMBERED });
const MAX_REMEMBERED_CHARACTERS = 2_000;

function rememberedYaml(raw: string): Yaml {
  return raw.length > MAX_REMEMBERED_CHARACTERS ? readYaml(raw) : remembered.getOrMake(raw, () => readYaml(raw));
}

function readYaml(raw: string): Yaml {
  // A template, which something fills in before it is front matter.
  if (TEMPLATE.test(raw) && parseYaml(raw).problem !== null) return { data: {}, problem: null };
  const fail = (line: number, message: string, column = 1) => ({
    data: {},
    problem: { rule: "frontmatter" as const, line, column, message },
  });
  if (raw.length > MAX_RAW_CHARACTERS)
    return fail(1, `The front matter is longer than ${MAX_RAW_CHARACTERS} characters. Move text into the page.`);
  try {
    const parsed = parseYaml(raw);
    const { document, lines, problem } = parsed.problem === null ? parsed : parseQuoted(raw, parsed);
    if (problem) {
      const { line, col } = lines.linePos(startOf(problem, raw));
      const failed = fail(1 + line, explain(problem, raw), col);
      if (problem.code !== "DUPLICATE_KEY") {
        const glued = gluedEnd(raw);
        return glued === null ? failed : fail(1 + glued, GLUED);
      }
      const last: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      return { data: isRecord(last) ? last : {}, problem: { ...failed.problem, isKeyTwice: true, isMild: true } };
    }
    const data: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (isRecord(data)) return { data, problem: null };
    return data === null
      ? { data: {}, problem: null }
      : fail(2, "The front matter must be a list of `name: value` lines.");
  } catch {
    // Too many aliases, or nesting that exhausts the stack.
    return fail(1, TANGLED);
  }
}

/** The line of front matter, from 1, whose text the closing dashes are glued to: `stage: draft---`. Null where it is not that. */
function gluedEnd(raw: string): number | null {
  const lines = raw.split("\n").map((line) => line.trimEnd());
  const at = lines.findIndex((line) => line.endsWith("---") && /[^\s-]/.test(line.at(-4) ?? ""));
  if (at < 0) return null;
  const above = [...lines.slice(0, at), lines[at]?.slice(0, -3)].join("\n");
  return parseYaml(above).problem === null ? at + 1 : null;
}

/**
 * What the parsers of generators take: text in quotes and what stands in brackets go on in the next lines, whatever their
 * indentation. This parser wants them to be indented, by blanks.
 */
function parseQuoted(raw: string, strict: ParsedYaml): ParsedYaml {
  for (const join of [joinQuoted, joinBrackets]) {
    const joined = join(raw);
    const parsed = joined === raw ? strict : parseYaml(joined);
    if (parsed.problem === null) return parsed;
  }
  return strict;
}

/** In each other; nobody nests front matter so deep. */
const MAX_BRACKETS = 50;

/** The same text with each list or map in brackets that a key begins on one line. */
function joinBrackets(raw: string): string {
  let joined = "";
  let depth = 0;
  let quote = "";
  for (const line of raw.split("\n")) {
    const start = depth > 0 ? 0 : line.search(/: *[[{]/);
    for (const sign of start < 0 ? "" : line.slice(start)) {
      if (quote !== "") quote = sign === quote ? "" : quote;
      else if (sign === "'" || sign === '"') quote = sign;
      else if ("[{".includes(sign)) depth += 1;
      else if ("]}".includes(sign)) depth -= 1;
    }
    if (depth > MAX_BRACKETS) return raw;
    joined += depth > 0 ? `${line.replaceAll("\t", " ")} ` : `${line}\n`;
  }
  return joined;
}

/** The same text with each value in quotes on one line. */
function joinQuoted(raw: string): string {
  let joined = "";
  let quote = "";
  for (const line of raw.split("\n")) {
    const start = quote === "" ? line.search(/: *["']/) : 0;
    let at = start;
    if (quote === "" && start >= 0) {
      at = line.indexOf(":", start) + 1;
      while (line[at] === " ") at += 1;
      quote = line[at] ?? "";
      at += 1;
    }
    while (quote !== "" && at < line.length) {
      const isEscape = quote === '"' ? line[at] === "\\" : line.startsWith("''", at);
      if (isEscape) at += 1;
      else if (line[at] === quote) quote = "";
      at += 1;
    }
    joined += line + (quote === "" ? "\n" : " ");
  }
  return joined;
}

/** Where a problem begins: a quote that is never closed is noticed only at the end of the front matter. */
function startOf({ code, message, offset }: YamlProblem, raw: string): number {
  if (code !== "MISSING_CHAR" || !message.startsWith("Missing closing")) return offset;
  let start = 0;
  for (const line of raw.slice(0, offset + 1).split("\n")) {
    const value = line.slice(line.indexOf(":") + 1).trim();
    const quote = value[0] ?? "";
    if ((quote === '"' || quote === "'") && value.split(quote).length % 2 === 0) return start + line.indexOf(quote);
    start += line.length + 1;
  }
  return offset;
}

function explain(error: YamlProblem, raw: string): string {
  const start = raw.lastIndexOf("\n", error.offset - 1) + 1;
  const key = /^[\s-]*["']?([^"':]+)/.exec(raw.slice(start))?.[1]?.trim();
  if (error.code === "DUPLICATE_KEY" && key) return `The front matter has the key "${key}" twice. Remove one.`;
  if (error.code === "BLOCK_AS_IMPLICIT_KEY" && key)
    return `The front matter value of "${key}" contains a colon. Put the value in quotes.`;
  if (error.message.startsWith("Maximum call stack")) return TANGLED;
  if (error.code === "TAB_AS_INDENT") return "The front matter is indented with a tab. Use spaces.";
  return `The front matter is not valid YAML: ${error.message.replace(/\s+/g, " ").replace(/\.$/, "")}.`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
