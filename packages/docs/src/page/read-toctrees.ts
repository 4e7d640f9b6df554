/** A line of a `toctree` of Sphinx: it names a document, or with `:glob:` a pattern of documents. */
export type TocTreeItem = { line: number; ref: string; title: string | null; caption: string | null; isGlob: boolean };

const FENCE = /^[ \t>]{0,40}(`{3,}|~{3,}|:{3,})[ \t]*(?:\{([\w:-]{1,60})\})?([^\n]*)$/;
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
    const [, mark, name = null, rest = ""] = FENCE.exec(line) ?? [];
    const inner = open.at(-1);
    if (mark === undefined || (mark.startsWith("`") && rest.includes("`"))) continue;
    if (inner && name === null && rest === "" && closes(mark, inner.mark)) {
      open.pop();
      if (inner.name === "toctree") items.push(...itemsOf(lines, inner.start, index));
      if (inner.name === "eval-rst") items.push(...inDirectives(lines, inner.start, index));
    } else if (!inner || readsContent(inner)) open.push({ mark, name, start: index + 1 });
  }
  return items.sort((a, b) => a.line - b.line);
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
