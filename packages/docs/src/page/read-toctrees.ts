/** A line of a `toctree` of Sphinx: it names a document, or with `:glob:` a pattern of documents. */
export type TocTreeItem = { line: number; ref: string; title: string | null; caption: string | null; isGlob: boolean };

const DIRECTIVE = /^([ \t]*)\.\.[ \t]+toctree::[ \t]*$/;
const OPTION = /^:?([a-z]{1,30}):(?:[ \t]+(\S[^\n]*))?$/;
/** Directives that show their content, and do not read it. */
const CODE =
  /^(?:code|code-block|code-cell|sourcecode|literalinclude|parsed-literal|math|mermaid|raw|highlight|prompt)$/;
const MAX_ITEMS = 2_000;
const MAX_LINE = 1_000;

/** Reads the `toctree` directives of a page: those in fences of MyST, and those of reStructuredText. */
export function readTocTrees(text: string, isMarkdown: boolean): TocTreeItem[] {
  if (!text.includes("toctree")) return [];
  const lines = text.split("\n").map((line) => line.slice(0, MAX_LINE).trimEnd());
  return (isMarkdown ? inFences(lines) : inDirectives(lines, 0, lines.length)).slice(0, MAX_ITEMS);
}

type Fence = { mark: string; name: string | null; start: number };

function inFences(lines: readonly string[]): TocTreeItem[] {
  const items: TocTreeItem[] = [];
  const open: Fence[] = [];
  for (const [index, line] of lines.entries()) {
    const fence = fenceOf(line);
    const inner = open.at(-1);
    if (fence === null) continue;
    const { mark, name, rest } = fence;
    if (inner && name === null && rest === "" && closes(mark, inner.mark)) {
      open.pop();
      if (inner.name === "toctree") items.push(...itemsOf(lines, inner.start, index));
      if (inner.name === "eval-rst") items.push(...inDirectives(lines, inner.start, index));
    } else if (!inner || readsContent(inner)) open.push({ mark, name, start: index + 1 });
  }
  return items.sort((a, b) => a.line - b.line);
}

/** A line of three or more of one sign, which opens or closes what a directive holds. */
function fenceOf(line: string): { mark: string; name: string | null; rest: string } | null {
  const text = line.replace(/^[ \t>]+/, "");
  const sign = text[0] ?? "";
  if (sign !== "`" && sign !== "~" && sign !== ":") return null;
  let length = 1;
  while (text[length] === sign) length += 1;
  const info = text.slice(length).trim();
  if (length < 3 || (sign === "`" && info.includes("`"))) return null;
  const close = info.startsWith("{") ? info.indexOf("}") : -1;
  const name = close < 0 ? null : info.slice(1, close);
  return { mark: text.slice(0, length), name, rest: info.slice(close + 1) };
}

const closes = (mark: string, open: string) => mark[0] === open[0] && mark.length >= open.length;

/** Whether what stands in a fence is Markdown again. */
function readsContent({ mark, name }: Fence): boolean {
  if (name === null) return mark.startsWith(":");
  return !CODE.test(name) && name !== "toctree" && name !== "eval-rst";
}

/** The directives of reStructuredText among lines; what belongs to one is indented deeper. */
function inDirectives(lines: readonly string[], from: number, to: number): TocTreeItem[] {
  const items: TocTreeItem[] = [];
  for (let index = from; index < to; index += 1) {
    const depth = DIRECTIVE.exec(lines[index] ?? "")?.[1]?.length;
    if (depth === undefined) continue;
    let end = index + 1;
    while (end < to && (lines[end] === "" || indentOf(lines[end] ?? "") > depth)) end += 1;
    items.push(...itemsOf(lines, index + 1, end));
    index = end - 1;
  }
  return items;
}

const indentOf = (line: string) => line.length - line.trimStart().length;

function itemsOf(lines: readonly string[], from: number, to: number): TocTreeItem[] {
  const items: TocTreeItem[] = [];
  const options = new Map<string, string>();
  let isYaml = false;
  for (let index = from; index < to; index += 1) {
    const line = (lines[index] ?? "").trim();
    if (line === "---") isYaml = items.length === 0 && !isYaml;
    const option = items.length === 0 && (isYaml || line.startsWith(":")) ? OPTION.exec(line) : null;
    if (option) options.set(option[1] ?? "", option[2] ?? "");
    if (line === "" || line === "---" || option || isYaml || line.startsWith("%")) continue;
    const [, title = null, named = line] = /^(\S[^<>]*)[ \t]<([^<>]+)>$/.exec(line) ?? [];
    const isGlob = options.has("glob") && title === null && /[*?[]/.test(named);
    items.push({ line: index + 1, ref: named.trim(), title, caption: options.get("caption") ?? null, isGlob });
  }
  return items;
}
