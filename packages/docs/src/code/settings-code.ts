import { type ParseError, parse as parseJson } from "jsonc-parser";
import { parseDocument } from "yaml";
import { type CodePiece, createLineCounter, toPiece } from "./code-piece.ts";
import { isRunningValue, judgeTag } from "./judge-tag.ts";
import { markupCode } from "./markup-code.ts";

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
]);
/** Settings that name a file which becomes the page or goes around it. A name alone is one of the site's own. */
const FILES = new Set(["layout", "template", "component", "import", "include", "openapi", "asyncapi"]);
const OUTSIDE = /(?:^|[\\/\s])\.\.(?:[\\/]|$)|^[\\/~]|:\/\/|!/;
/** Tags of YAML that make values of code, files or the environment. */
const YAML_TAG = /!!?(?:<?tag:|python|js|env|ruby|include|inherit)[^\s,\]}]{0,200}/gi;
const MAX_ALIASES = 100;
const MAX_DEPTH = 60;

/** The code of a navigation or configuration file that holds data: JSON by its ending, else YAML. */
export function settingsCode(path: string, text: string): CodePiece[] {
  const isJson = path.toLowerCase().endsWith(".json");
  return dataCode(isJson ? readJsonData(text) : readYamlData(text), text, 1);
}

/** The code of the front matter of a page. @param line of the file on which the YAML begins */
export function frontmatterCode(raw: string, line: number): CodePiece[] {
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
        const isCode = isLoaded || LOADING.has(key.toLowerCase());
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
