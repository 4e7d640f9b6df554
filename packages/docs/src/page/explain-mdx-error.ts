import type { PageProblem } from "./read-frontmatter.ts";

type MdxError = { reason?: unknown; ruleId?: unknown; line?: unknown; place?: unknown; cause?: unknown };

/** A parser's words may hold as much of the page as it could not read. */
const MAX_CAUSE = 500;

/** Turns what the MDX parser throws into a problem whose sentence says what to do, at the line where it stands. */
export function explainMdxError(error: unknown, lines: string[]): PageProblem {
  if (error instanceof RangeError)
    return { rule: "unreadable", line: 1, message: "The page is nested too deeply. Flatten it." };
  const { reason, ruleId, line, place } = (error ?? {}) as MdxError;
  const text = typeof reason === "string" ? reason : "The page does not parse as MDX";
  const at = typeof line === "number" ? line : (lineOf(place) ?? lineIn(text) ?? 1);
  const known = Math.min(Math.max(at, 1), lines.length);
  const start = text.startsWith("Could not parse import/exports") ? moduleStart(lines, known) : known;
  return { rule: "mdx-syntax", line: start, message: sentence(text, ruleId, error) };
}

/** The parser reads on for as long as an import might go on, and gives up far below. */
function moduleStart(lines: string[], line: number): number {
  const start = lines.slice(0, line).findLastIndex((text) => /^(import|export)\b/.test(text));
  return start < 0 ? line : start + 1;
}

function lineOf(place: unknown): number | null {
  const point = place as { line?: unknown; start?: { line?: unknown } } | undefined;
  const line = point?.line ?? point?.start?.line;
  return typeof line === "number" ? line : null;
}

/** Messages about a tag that is never closed name it as `(12:1-12:6)` and carry no place of their own. */
function lineIn(text: string): number | null {
  const line = /\((\d+):\d+/.exec(text)?.[1];
  return line ? Number(line) : null;
}

function sentence(text: string, ruleId: unknown, error: unknown): string {
  const opened = /^Expected a closing tag for `(<[^`]*>)`/.exec(text)?.[1];
  if (opened) return `${opened} is never closed. Add its closing tag, or make it self-closing.`;
  const crossed = /^Unexpected closing tag `(<[^`]*>)`, expected corresponding closing tag for `(<[^`]*>)`/.exec(text);
  if (crossed) return `${crossed[1]} closes while ${crossed[2]} is still open. Close ${crossed[2]} first.`;
  if (ruleId === "unexpected-closing-slash") return "This closing tag has no opening tag. Remove it.";
  if (ruleId === "unexpected-eof" && text.includes("{"))
    return "A { is never closed. Close it, or write \\{ for a literal brace.";
  if (ruleId === "unexpected-character" && text.includes("to create a comment"))
    return "HTML comments don't work in MDX. Write {/* … */}.";
  if (ruleId === "unexpected-character" && text.includes("to create a link"))
    return "URLs in < and > don't work in MDX. Write [text](url).";
  const before = /^Unexpected character `(.+?)` \(U\+[0-9A-F]+\) before name/.exec(text)?.[1];
  if (before) return `The < before "${before}" doesn't start a valid tag. Write \\< or &lt; for a literal <.`;
  if (text.startsWith("Could not parse expression"))
    return `The text between { and } isn't a JavaScript expression${causeOf(error)}. Correct it, or write \\{ for a literal brace.`;
  if (text.startsWith("Could not parse import/exports"))
    return `This import or export isn't valid JavaScript${causeOf(error)}.`;
  return `${text.slice(0, MAX_CAUSE).replace(/\s+/g, " ").replace(/\.$/, "")}.`;
}

function causeOf(error: unknown): string {
  const cause = (error as MdxError).cause;
  const message = cause instanceof Error ? cause.message.trimEnd() : "";
  const place = message.lastIndexOf("(");
  const said = /^\(\d+:\d+\)$/.test(message.slice(place)) ? message.slice(0, place).trimEnd() : message;
  return said === "" ? "" : ` (${said.slice(0, MAX_CAUSE)})`;
}
