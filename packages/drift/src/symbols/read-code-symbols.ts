import { keyOf, type OnSymbol, readLiteral, type SymbolKind } from "./symbol.ts";

const MAX_LINE = 1_000;
/** Lines of one call that are looked at for its default. */
const MAX_CALL_LINES = 12;
const MAX_CALL = 1_200;
const MAX_SIGNATURE = 200;

/**
 * Reads what a file of source code defines, line by line, by the forms that frameworks of many languages share. It knows no grammar:
 * what has another form is left out.
 */
export function readCodeSymbols(path: string, text: string, onSymbol: OnSymbol): void {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE));
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const readFunction = FUNCTIONS[ending];
  const readNoted = createNoteReader();
  const isInDefaults = createDefaultsReader();
  let attribute: string | null = null;
  for (const [at, line] of lines.entries()) {
    const add = (kind: SymbolKind, written: string, more: { default?: string | null; signature?: string } = {}) => {
      const key = kind === "route" || kind === "error" ? written : keyOf(written);
      const { default: value = null, signature } = more;
      if (key.length < 2) return;
      onSymbol({
        ...{ kind, key, written, path, line: at + 1 },
        ...(value !== null && { default: value }),
        ...(signature !== undefined && { signature }),
      });
    };
    readVariables(line, add);
    readFlags(lines, at, add);
    if (ending === "go") readGoFlags(lines, at, add);
    if (ending === "rs") attribute = readRustAttribute(lines, at, attribute, add);
    readFields(line, { noted: readNoted(line), isDefaults: isInDefaults(line) }, add);
    readRoutes(line, add);
    readErrors(line, add);
    const found = readFunction?.exec(line);
    if (found?.[1] && !found[1].startsWith("_"))
      add("function", found[1], { signature: (found[2] ?? "()").trim().slice(0, MAX_SIGNATURE) });
  }
}

type Add = (kind: SymbolKind, written: string, more?: { default?: string | null; signature?: string }) => void;

const VARIABLE =
  /(?:\.env\.|\.env\[["']|environ\.get\(["']|environ\[["']|[gG]etenv\(["']|env::var(?:_os)?\(["']|\bENV\.fetch\(["']|\bENV\[["']|Deno\.env\.get\(["']|LookupEnv\(["']|GetEnvironmentVariable\(["'])([A-Z][A-Z0-9_]{2,60})/g;
const OTHERWISE = /["'\])]{0,3}\s{0,8}(?:\?\?|\|\||,|\bor\b)/y;

function readVariables(line: string, add: Add): void {
  for (const match of line.matchAll(VARIABLE)) {
    OTHERWISE.lastIndex = match.index + match[0].length;
    const hasOther = OTHERWISE.test(line);
    add("variable", match[1] ?? "", { default: hasOther ? readLiteral(line, OTHERWISE.lastIndex) : null });
  }
}

const FLAG = /["'`](?:-[A-Za-z](?:, ?| ?\| ?|["'], ?["']))?(--[a-z][\w-]{1,60})/g;
const DEFAULT = /\bdefault(?:_value|Value|_value_t)?\s{0,4}[=:]|\.default\(/g;

function readFlags(lines: readonly string[], at: number, add: Add): void {
  const line = lines[at] ?? "";
  if (!line.includes("--")) return;
  for (const match of line.matchAll(FLAG)) {
    const call = callFrom(lines, at, match.index);
    DEFAULT.lastIndex = 0;
    const named = DEFAULT.exec(call);
    const value = named ? readLiteral(call, DEFAULT.lastIndex) : null;
    const isOption = /option\(\s{0,4}$/i.test(line.slice(Math.max(match.index - 20, 0), match.index));
    add("flag", match[1] ?? "", { default: value ?? (isOption ? thirdArgument(call) : null) });
  }
}

/** The arguments of a call from one of them to the end of the call. */
function callFrom(lines: readonly string[], at: number, from: number): string {
  const text = [(lines[at] ?? "").slice(from), ...lines.slice(at + 1, at + MAX_CALL_LINES)]
    .join("\n")
    .slice(0, MAX_CALL);
  let depth = 0;
  for (let end = 0; end < text.length; end += 1) {
    const char = text[end];
    if (char === '"' || char === "'" || char === "`") {
      const close = text.indexOf(char, end + 1);
      if (close < 0) return text.slice(0, end);
      end = close;
    } else if (char === "(" || char === "{" || char === "[") depth += 1;
    else if (char === ")" || char === "}" || char === "]") {
      depth -= 1;
      if (depth < 0) return text.slice(0, end + 1);
    }
  }
  return text;
}

/** `.option("--port <n>", "Where to listen", 3000)`: the value that follows the words. */
function thirdArgument(call: string): string | null {
  const parts = argumentsOf(call);
  return parts.length === 3 ? readLiteral(parts[2] ?? "", 0) : null;
}

/** The arguments at the top level of a call, each to its comma. */
function argumentsOf(call: string): string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < call.length; at += 1) {
    const char = call[at];
    if (char === '"' || char === "'" || char === "`") {
      const close = call.indexOf(char, at + 1);
      if (close < 0) break;
      at = close;
    } else if (char === "(" || char === "{" || char === "[") depth += 1;
    else if (char === ")" || char === "}" || char === "]") {
      depth -= 1;
      if (depth < 0) {
        parts.push(call.slice(start, at));
        return parts.filter((part) => part.trim() !== "");
      }
    } else if (char === "," && depth === 0) {
      parts.push(call.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

const GO_FLAG = /\b(?:Bool|Int|Int32|Int64|Uint|Uint64|Float64|String|Duration|StringSlice)(Var)?(P)?\(/g;

function readGoFlags(lines: readonly string[], at: number, add: Add): void {
  for (const match of (lines[at] ?? "").matchAll(GO_FLAG)) {
    const [, isVariable, hasShort] = match;
    const parts = argumentsOf(callFrom(lines, at, match.index + match[0].length));
    const first = isVariable ? 1 : 0;
    const name = readLiteral(parts[first] ?? "", 0);
    const count = first + (hasShort ? 4 : 3);
    if (name === null || parts.length !== count || !/^[a-z][\w.-]{1,60}$/.test(name)) continue;
    add("flag", `--${name}`, { default: readLiteral(parts[first + (hasShort ? 2 : 1)] ?? "", 0) });
  }
}

const RUST_FIELD = /^\s*(?:pub(?:\([a-z]+\))?\s+)?([a-z_][a-z0-9_]*)\s*:/;

/** @returns the attribute that the next line belongs to: `#[arg(long, default_value = "3")]` */
function readRustAttribute(lines: readonly string[], at: number, open: string | null, add: Add): string | null {
  const line = lines[at] ?? "";
  if (/^\s*#\[(?:arg|clap|structopt)\(/.test(line)) return callFrom(lines, at, line.indexOf("(") + 1);
  const field = RUST_FIELD.exec(line)?.[1];
  if (open === null || field === undefined) return /^\s*(?:#|\/\/|$)|[,)\]]\s*$|=/.test(line) ? open : null;
  if (/\blong\b/.test(open)) {
    const long = open.search(/\blong\s{0,4}=/);
    const name = long < 0 ? field.replaceAll("_", "-") : readLiteral(open, open.indexOf("=", long) + 1);
    DEFAULT.lastIndex = 0;
    const named = DEFAULT.exec(open);
    if (name !== null) add("flag", `--${name}`, { default: named ? readLiteral(open, DEFAULT.lastIndex) : null });
  }
  return null;
}

const NOTE = /@default(?:Value)?\b|\bdefaults?(?: value)?(?::| is| to)\s/i;
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|#)/;
const MARKS = /[`"'*\s]+$/;

/** Gives the default that the comment above a line notes; null for lines without one. */
function createNoteReader(): (line: string) => string | null {
  let noted: string | null = null;
  return (line) => {
    if (!COMMENT.test(line)) {
      const found = noted;
      noted = null;
      return found;
    }
    const mark = NOTE.exec(line);
    if (mark) {
      const rest = line
        .slice(mark.index + mark[0].length)
        .trim()
        .replace("*/", "")
        .replace(MARKS, "");
      const bare = rest.replace(/^[`"']+/, "").replace(/[`"'.]+$/, "");
      noted = bare !== "" && !/\s/.test(bare) && bare.length <= 60 ? bare : null;
    }
    return null;
  };
}

const OPENS_DEFAULTS = /\bdefault\w{0,40}\b[^=({]{0,80}=\s{0,4}(?:Object\.freeze\()?\{\s*$/i;

/** Whether a line is directly inside an object that is called defaults. */
function createDefaultsReader(): (line: string) => boolean {
  let depth = 0;
  return (line) => {
    if (depth === 0) {
      if (OPENS_DEFAULTS.test(line)) depth = 1;
      return false;
    }
    const isDirect = depth === 1;
    for (const char of line) {
      if (char === "{") depth += 1;
      else if (char === "}") depth -= 1;
      if (depth <= 0) break;
    }
    depth = Math.max(depth, 0);
    return isDirect && depth >= 1;
  };
}

const FIELD =
  /^\s+(?:pub(?:lic)?\s+|readonly\s+|private\s+|var\s+|val\s+|let\s+)?["']?([a-zA-Z_][\w-]{1,60})["']?[?!]?\s{0,4}:/;
const SCHEMA_DEFAULT = /\.default\(/g;
const TYPED = /^[^=(){}]{1,80}=(?![=>])/;
const FACTORY = /=\s{0,4}(?:Field|field|Option|Argument|typer\.Option|typer\.Argument)\(\s{0,4}(?:default\s{0,4}=)?/;

function readFields(
  line: string,
  { noted, isDefaults }: { noted: string | null; isDefaults: boolean },
  add: Add,
): void {
  const match = FIELD.exec(line);
  const name = match?.[1];
  if (match === null || name === undefined) return;
  const value = noted ?? defaultOfField(line.slice(match[0].length), isDefaults);
  if (value !== undefined) add("option", name, { default: value });
}

/** The default behind the name of a field; null where it is none that can be read, undefined where this is no field. */
function defaultOfField(rest: string, isDefaults: boolean): string | null | undefined {
  if (isDefaults) return readLiteral(rest, 0);
  SCHEMA_DEFAULT.lastIndex = 0;
  if (SCHEMA_DEFAULT.test(rest)) return readLiteral(rest, SCHEMA_DEFAULT.lastIndex);
  const factory = FACTORY.exec(rest);
  if (factory) return readLiteral(rest, factory.index + factory[0].length);
  const typed = TYPED.exec(rest);
  if (typed) return readLiteral(rest, typed[0].length);
  return /^\s*[\w"'[({<|]/.test(rest) ? null : undefined;
}

const ROUTE =
  /(?:\b\w{1,40}\.(?:get|post|put|patch|delete|head|options|handle|handlefunc|route)|@(?:\w{1,40}\.)?(?:get|post|put|patch|delete|route|(?:get|post|put|patch|delete|request)mapping)|Route::(?:get|post|put|patch|delete))\(\s{0,4}(?:(?:value|path)\s{0,2}=\s{0,2})?["'`](\/[^"'`\s]{1,200})["'`]/gi;

function readRoutes(line: string, add: Add): void {
  if (!line.includes("/")) return;
  for (const [, route = ""] of line.matchAll(ROUTE)) add("route", route);
}

const CODE = /\b(?:ERR|E)_[A-Z0-9]+(?:_[A-Z0-9]+){0,10}\b/g;
const THROWN =
  /(?:new\s+\w{0,40}(?:Error|Exception)|raise\s+[\w.]{1,60}|errors\.New|fmt\.Errorf|bail!|anyhow!|panic!)\(\s{0,4}[fr]?["'`]([^"'`]{8,160})["'`]/g;

function readErrors(line: string, add: Add): void {
  for (const [code] of line.matchAll(CODE)) add("error", code);
  if (line.includes("(")) for (const [, message = ""] of line.matchAll(THROWN)) add("error", message);
}

const SCRIPT =
  /^\s*export\s+(?:default\s+)?(?:async\s+)?(?:function\*?\s+|const\s+(?=\w+\s{0,4}=\s{0,4}(?:async\s{0,4})?\())([\w$]+)\s{0,4}(?:=\s{0,4}(?:async\s{0,4})?)?(\(.*)/;
const MANAGED =
  /^\s*public\s+(?:static\s+|async\s+|final\s+|override\s+|virtual\s+)*[\w<>[\],.?]{1,80}\s+(\w+)\s{0,4}(\(.*)/;
/** How a function that others can call begins, by the ending of its file. */
const FUNCTIONS: Record<string, RegExp | undefined> = {
  ...Object.fromEntries(
    ["js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx", "vue", "svelte"].map((one) => [one, SCRIPT]),
  ),
  py: /^(?: {4})?(?:async\s+)?def\s+([a-z]\w*)\s{0,4}(\(.*)/,
  go: /^func\s+(?:\([^()]{1,80}\)\s+)?([A-Z]\w*)(\(.*)/,
  rs: /^\s*pub\s+(?:async\s+|const\s+|unsafe\s+)*fn\s+(\w+)(?:<[^<>]{0,80}>)?(\(.*)/,
  java: MANAGED,
  cs: MANAGED,
  php: /^\s*public\s+(?:static\s+)?function\s+(\w+)\s{0,4}(\(.*)/,
  rb: /^\s*def\s+(?:self\.)?([a-z]\w*[?!]?)(\(.*)?/,
  kt: /^\s*(?:public\s+)?(?:suspend\s+)?fun\s+(\w+)\s{0,4}(\(.*)/,
};
