import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import { LastUsed } from "@docsteward/platform/last-used";
import { type ParseError, parse as parseJson } from "jsonc-parser";
import { parseDocument } from "yaml";
import { readFrontmatter } from "../page/read-frontmatter.ts";
import { isBelow } from "../site/posix.ts";
import type { CodeDialect } from "./code-dialect.ts";
import { type CodePiece, createLineCounter, toImport, toPiece } from "./code-piece.ts";
import { blank, fencedBlocks } from "./fenced-code.ts";
import { blockCode, linkAddresses, markdownCode, marks, markupCode } from "./markdown-code.ts";
import { bracePairs, isNoCode, isShortFormula, mdxCode } from "./mdx-code.ts";
import { isRunningValue, judgeTag } from "./tags.ts";

/** A file of the repository with its text. */
export type SourceFile = { path: string; text: string };

/** The code of a file that a job may edit, and whether it could be read by its syntax tree. */
export type FileCode = { pieces: CodePiece[]; isParsed: boolean };

/**
 * Everything in a page or a navigation file that runs, loads or includes something. Nothing of it is run.
 *
 * @param isLoose reads MDX as if it could not be parsed, to compare it with a version of itself that cannot
 */
function fileCode(file: SourceFile, dialect: CodeDialect, isLoose = false): FileCode {
  if (/\.toml$/i.test(file.path)) return { pieces: tomlCode(file.text), isParsed: true };
  // What else is no page is a part that a navigation file takes in.
  if (isNavigationFile(file.path) || !isPageFile(file.path))
    return { pieces: settingsCode(file.path, file.text), isParsed: true };
  const { raw, bodyLine, body } = readFrontmatter(file.text);
  const text = "\n".repeat(bodyLine - 1) + body;
  const around = [
    ...(raw === null ? frontmatterInCode(file.text) : frontmatterCode(raw, 2)),
    ...(dialect.hasTemplates
      ? [...marks(file.text, ["{{", "}}"]), ...marks(file.text, ["{%", "%}"]), ...marks(file.text, ["<%", "%>"])]
      : []),
  ];
  if (!isMdx(file.path, dialect)) {
    const pieces = markdownCode({
      path: file.path,
      text,
      isVue: dialect.vueFolders.some((folder) => isBelow(file.path, folder)),
    });
    return { pieces: [...around, ...pieces], isParsed: true };
  }
  const pieces = isLoose ? null : mdxCode({ path: file.path, text });
  return { pieces: [...around, ...(pieces ?? looseCode({ path: file.path, text }))], isParsed: pieces !== null };
}

/** The front matter of some generators is JavaScript when it says so: `---js`. */
function frontmatterInCode(text: string): CodePiece[] {
  const first = text.replace(/^\uFEFF/, "").split("\n", 1)[0] ?? "";
  const language = /^---\s*([A-Za-z][\w-]*)\s*$/.exec(first)?.[1]?.toLowerCase();
  if (language === undefined || ["yaml", "yml", "toml", "json"].includes(language)) return [];
  const end = text.indexOf("\n---", 3);
  return [toPiece("element", 1, text.slice(0, end < 0 ? text.length : end))];
}

function isMdx(path: string, { mdxFolders }: CodeDialect): boolean {
  if (path.toLowerCase().endsWith(".mdx")) return true;
  return mdxFolders.some((folder) => isBelow(path, folder)) && !OF_REPOSITORY.test(path);
}

/** Pages for the repository, which no generator reads. */
const OF_REPOSITORY = /^(?:readme|changelog|contributing|code_of_conduct|governance|security|license)[^/]*\.md$/i;

/**
 * Reads the code of files and remembers it: a job is asked for the same texts at each edit, and once more before it pushes.
 *
 * @param dialect of all of them
 */
export function createCodeReader(dialect: CodeDialect): (file: SourceFile, isLoose?: boolean) => FileCode {
  const known = new LastUsed<FileCode>({ maxSize: MAX_KEPT_CHARACTERS, sizeOf: (_, key) => key.length });
  return (file, isLoose = false) =>
    known.getOrMake(`${isLoose}\0${file.path}\0${file.text}`, () => fileCode(file, dialect, isLoose));
}

const MAX_KEPT_CHARACTERS = 1_000_000;

/**
 * What code a file has that it did not have before.
 *
 * @param read what `createCodeReader` made
 * @param before the versions that the file comes from: itself, and pages that were moved or taken away
 * @returns `added`: constructs that stood in none of them. `repeated`: those that did, and now stand there more often
 */
export function compareCode(
  file: SourceFile,
  before: readonly SourceFile[],
  read: ReturnType<typeof createCodeReader>,
): { added: CodePiece[]; repeated: CodePiece[] } {
  let now = read(file);
  if (now.pieces.length === 0) return { added: [], repeated: [] };
  let earlier = before.map((one) => read(one));
  if ([now, ...earlier].some(({ isParsed }) => !isParsed)) {
    now = read(file, true);
    earlier = before.map((one) => read(one, true));
  }
  const left = new Map<string, number>();
  for (const { key } of earlier.flatMap(({ pieces }) => pieces)) left.set(key, (left.get(key) ?? 0) + 1);
  const repeated: CodePiece[] = [];
  const added: CodePiece[] = [];
  for (const piece of now.pieces) {
    const count = left.get(piece.key);
    if (count === undefined) added.push(piece);
    else if (count > 0) left.set(piece.key, count - 1);
    else repeated.push(piece);
  }
  return { added, repeated };
}

/**
 * What looks like code in an MDX page that does not parse: every pair of braces, every block that begins with `import` or
 * `export`, and the code of its tags. Sees more than there is, also in inline code.
 */
function looseCode({ path, text }: { path: string; text: string }): CodePiece[] {
  const prose = blank(text, fencedBlocks(text));
  return [
    ...braces(prose),
    ...modules(path, prose),
    ...markupCode(prose, { isJsx: true }),
    ...linkAddresses(prose),
    ...blockCode(text),
  ];
}

function braces(text: string): CodePiece[] {
  const lineAt = createLineCounter(text);
  return bracePairs(text).flatMap(({ start, end }) => {
    const source = text.slice(start, end);
    return isNoCode(source) || isShortFormula(text, start, source)
      ? []
      : [toPiece("expression", lineAt(start), source)];
  });
}

/** Blocks of lines that a module statement begins, until a blank line outside of its brackets. */
function modules(path: string, text: string): CodePiece[] {
  const found: CodePiece[] = [];
  let block: { kind: "import" | "export"; line: number; lines: string[]; depth: number } | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const kind = /^(import|export)(?![\w-])/.exec(line)?.[1];
    if (block === null && (kind === "import" || kind === "export"))
      block = { kind, line: index + 1, lines: [], depth: 0 };
    if (block === null) continue;
    if (block.lines.length === 0 && isWholeImport(line)) {
      found.push(toImport(path, block.line, line));
      block = null;
      continue;
    }
    if (line.trim() === "" && block.depth <= 0) {
      found.push(toPiece(block.kind, block.line, block.lines.join("\n")));
      block = null;
    } else {
      block.lines.push(line);
      for (const sign of line) block.depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
    }
  }
  if (block) found.push(toPiece(block.kind, block.line, block.lines.join("\n")));
  return found;
}

const isWholeImport = (line: string) => line.startsWith("import") && /["'];?$/.test(line.slice(-400).trimEnd());

/** Settings that name code, or files and addresses that are loaded with every page. */
const LOADING = new Set([
  "hooks",
  "plugins",
  "extra_javascript",
  "extra_css",
  "extra_templates",
  "markdown_extensions",
  "custom_dir",
  "inherit",
  "integrations",
  "analytics",
  "script",
  "scripts",
  "customjs",
  "customcss",
  "styles",
  "css",
  "js",
  "mdx",
  "eleventycomputed",
  "templateengineoverride",
  "render_macros",
  "jupytext",
  "kernelspec",
  "file_format",
  "extends",
  "exports",
  "jupyter",
]);
/** Settings that name a file which becomes the page or goes around it. A name alone is one of the site's own. */
const FILES = new Set(["layout", "template", "component", "import", "include", "openapi", "asyncapi"]);
const OUTSIDE = /(?:^|[\\/\s])\.\.(?:[\\/]|$)|^[\\/~]|:\/\/|!/;
/** Tags of YAML that make values of code, files or the environment. */
const YAML_TAG = /!!?(?:<?tag:|python|js|env|ruby|include|inherit)[^\s,\]}]{0,200}/gi;
const MAX_ALIASES = 100;
const MAX_DEPTH = 60;

/** The code of a navigation or configuration file that holds data: JSON by its ending, else YAML. */
function settingsCode(path: string, text: string): CodePiece[] {
  const isJson = path.toLowerCase().endsWith(".json");
  return dataCode(isJson ? readJsonData(text) : readYamlData(text), text, 1);
}

/**
 * What may be code in menus of Hugo in TOML, which reach the site as HTML: signs of HTML and of escapes, texts of several lines, and
 * addresses that run code. A menu of pages has none.
 */
function tomlCode(text: string): CodePiece[] {
  return text.split("\n").flatMap((line, index) => {
    const isPlain = !/[<\\]|"""|'''|(?:script|data)\s*:/i.test(line);
    return isPlain ? [] : [toPiece("setting", index + 1, line.trim())];
  });
}

/** The code of the front matter of a page. @param line of the file on which the YAML begins */
function frontmatterCode(raw: string, line: number): CodePiece[] {
  return dataCode(readYamlData(raw), raw, line);
}

/** What a text holds, or `unreadable`. */
type Read = { data: unknown } | "unreadable";

function readJsonData(text: string): Read {
  const errors: ParseError[] = [];
  try {
    const data: unknown = parseJson(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
    return errors.length > 0 ? "unreadable" : { data };
  } catch {
    // Nested too deeply for the parser.
    return "unreadable";
  }
}

function readYamlData(text: string): Read {
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", merge: true });
    return document.errors.length > 0 ? "unreadable" : { data: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch {
    // Too many aliases, or nested too deeply.
    return "unreadable";
  }
}

function dataCode(read: Read, text: string, firstLine: number): CodePiece[] {
  const lineAt = createLineCounter(text);
  const lineOf = (part: string) => firstLine - 1 + lineAt(Math.max(text.indexOf(part.slice(0, 60)), 0));
  const tags = [...text.matchAll(YAML_TAG)].map((match) =>
    toPiece("setting", firstLine - 1 + lineAt(match.index), match[0]),
  );
  return [...tags, ...(read === "unreadable" ? looseSettings(text, firstLine) : valueCode(read.data, lineOf))];
}

/** A file that cannot be read: every line that is more than a name or a title counts. */
function looseSettings(text: string, firstLine: number): CodePiece[] {
  return text.split("\n").flatMap((line, index) => {
    const lower = line.toLowerCase();
    const name = /^[\s\-"'{]*([\w.]{1,60})["']?\s*:/.exec(lower.slice(0, 200))?.[1];
    const isLoading =
      (name !== undefined && (LOADING.has(name) || name === "head")) ||
      /script|\bon[a-z]+\s*=|\.py\b|\.js\b|[&*]\w+\s*$/.test(lower);
    return isLoading
      ? [toPiece("setting", firstLine + index, line.trim())]
      : markupCode(line, { firstLine: firstLine + index });
  });
}

type Value = { value: unknown; name: string; path: string; isLoaded: boolean; depth: number };

function valueCode(data: unknown, lineOf: (part: string) => number): CodePiece[] {
  const found: CodePiece[] = [];
  const stack: Value[] = [{ value: data, name: "", path: "", isLoaded: false, depth: 0 }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { value, name, path, isLoaded, depth } = at;
    if (depth > MAX_DEPTH) found.push(toPiece("setting", 1, path));
    else if (name === "head" && depth <= 2) found.push(...headCode(value, lineOf));
    else if (Array.isArray(value)) {
      for (const one of value) stack.push({ ...at, value: one, depth: depth + 1 });
    } else if (typeof value === "object" && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        const below = `${path}.${key}`;
        // The theme of a MyST site is a program; a page of another site may name its layout so.
        const isCode = isLoaded || LOADING.has(key.toLowerCase()) || below === ".site.template";
        if (isLoaded) found.push(toPiece("setting", lineOf(key), below.slice(1)));
        stack.push({ value: one, name: key, path: below, isLoaded: isCode, depth: depth + 1 });
      }
    } else if (isLoaded && value !== null)
      found.push(toPiece("setting", lineOf(String(value)), `${path.slice(1)}: ${value}`));
    else if (typeof value === "string") {
      if (FILES.has(name.toLowerCase()) && OUTSIDE.test(value.slice(0, 400)))
        found.push(toPiece("include", lineOf(value), value, `${name} ${value}`));
      if (isRunningValue(name, value)) found.push(toPiece("address", lineOf(value), value, `${name} ${value}`));
      found.push(...markupCode(value).map((piece) => ({ ...piece, line: lineOf(value) })));
    }
  }
  return found;
}

/** Elements for the head of a page: `[tag, attributes, content]` in VitePress, `{ tag, attrs, content }` in Starlight. */
function headCode(value: unknown, lineOf: (part: string) => number): CodePiece[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    const [tag, attributes] = Array.isArray(item) ? item : isRecord(item) ? [item.tag, item.attrs] : [];
    const source = JSON.stringify(item) ?? "";
    const line = lineOf(String(tag));
    const isPlain = (tag === "meta" || tag === "title") && (attributes === undefined || isRecord(attributes));
    if (!isPlain) return [toPiece("element", line, source)];
    const texts = Object.entries(attributes ?? {}).map(([name, text]) => ({ name, value: String(text) }));
    return judgeTag({ name: tag, attributes: texts }, { line, source, isJsx: false });
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
