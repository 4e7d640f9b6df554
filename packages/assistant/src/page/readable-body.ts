import { splitFences } from "./split-fences.ts";

/** Vue blocks of a VitePress page, and comments of Markdown and of MDX. */
const UNSEEN = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g;
const IMPORT = /^import\s(?:[^"'\n]*(?:\n(?!\n)[^"'\n]*)*\sfrom\s+)?["'][^"'\n]+["'];?[ \t]*$/gm;
/** A declaration ends where a blank line follows, as in MDX. */
const EXPORT =
  /^export\s+(?:default|const|let|var|function|async|class|type|interface|\{|\*)[^\n]*(?:\n(?!\s*\n)[^\n]*)*/gm;

/** The text of a page that a reader sees: without imports, exports, scripts and comments. Code fences stay as they are. */
export function readableBody(body: string): string {
  return splitFences(body)
    .map(({ isCode, text }) => (isCode ? text : text.replace(UNSEEN, "").replace(IMPORT, "").replace(EXPORT, "")))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
