import { createFenceReader } from "@docsteward/text/markdown/scanner";
import type { HtmlPiece } from "./html.ts";
import type { Import } from "./page.ts";

const COMMENT = "<!--";

/** The files that VitePress puts in place of lines: `<<< ./code.ts{2}` and `<!--@include: ./part.md-->`. */
export function readVueIncludes(text: string): Import[] {
  const found: Import[] = [];
  const readFence = createFenceReader("any");
  for (const [index, line] of text.split("\n").entries()) {
    if (readFence(line) !== null) continue;
    const start = line.trimStart();
    const from = start.startsWith("<<<") ? start.slice(3) : includeOf(start);
    const path = from === null ? "" : fileName(from);
    if (path !== "") found.push({ from: path, line: index + 1, column: line.indexOf(path) + 1, isInclude: true });
  }
  return found;
}

function includeOf(line: string): string | null {
  if (!line.startsWith(COMMENT)) return null;
  const inside = line.slice(COMMENT.length).trimStart();
  const end = inside.indexOf("-->");
  return inside.startsWith("@include:") && end >= 0 ? inside.slice("@include:".length, end) : null;
}

/** The name before a region (`#part`), lines (`{1,3}`) or a title (`[title]`). */
function fileName(text: string): string {
  return text.trim().split(/[\s#{[]/, 1)[0] ?? "";
}

/** The modules that a `<script>` of a page imports. A statement of several lines names its module on the last one. */
export function readScriptImports({ html, line: start }: HtmlPiece): Import[] {
  if (!/^\s*<script\b/i.test(html)) return [];
  return html.split("\n").flatMap((line, index): Import[] => {
    const text = line.trim();
    if (!text.startsWith("import ") && !(text.startsWith("}") && text.includes(" from "))) return [];
    const end = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"));
    const open = end < 0 ? -1 : line.lastIndexOf(line[end] ?? "", end - 1);
    return open < 0 ? [] : [{ from: line.slice(open + 1, end), line: start + index, column: open + 2 }];
  });
}
