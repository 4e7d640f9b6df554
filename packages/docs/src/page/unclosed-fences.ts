import { closesFence, openingFence } from "@docsteward/text/markdown/scanner";
import { type FenceFaults, isSentence, MIN_WORDS } from "./fence-faults.ts";
import type { CodeFence } from "./page.ts";
import type { PageProblem } from "./read-frontmatter.ts";

/** Which parser reads the fences: the other two than CommonMark know no block that the end of its container ends. */
export type FenceParser = "commonmark" | "kramdown" | "python";

/**
 * Problems of a page's code blocks that lost their closing fence. CommonMark ends such a block with the list item, the quote
 * or the page that holds it: where it takes in nothing but code, the page reads as it was meant, and the problem is mild.
 *
 * @param text the page as the parser got it
 */
export function unclosedFences(
  codeFences: readonly CodeFence[],
  text: string,
  faults: FenceFaults,
  parser: FenceParser,
): PageProblem[] {
  const lines = text.split("\n");
  const ends = new Map(codeFences.map(({ line, lines: count }) => [line, line + count - 1]));
  const isReal = ({ line, next }: { line: number; next: number }) => (ends.get(line) ?? next) >= next;
  const swallowing = toSwallowing(
    parser === "commonmark" ? { ...faults, swallowing: faults.swallowing.filter(isReal) } : faults,
  );
  // kramdown ends HTML and items of lists elsewhere than this parser: there only the lines tell.
  if (parser === "kramdown" && faults.open === null) return swallowing;
  const open = codeFences.flatMap((fence) => {
    const { line, lines: count } = fence;
    const first = lines[line - 1] ?? "";
    const mark = openingFence(first, "any")?.mark;
    const last = lines[line + count - 2] ?? "";
    if (mark === undefined || (count > 1 && closesFence(last, mark, "any"))) return [];
    return [{ ...fence, column: first.indexOf(mark) + 1 }];
  });
  const ended = new Set(parser === "commonmark" ? open.map(({ line }) => line) : []);
  const unclosed = open.flatMap(({ line, lines: count, language, column }) => {
    // From a block that its container ended on, nothing is the wrong way round.
    const isTurned =
      faults.open?.line === line && (faults.culprit?.line === line || !ended.has(faults.culprit?.line ?? 0));
    const culprit = isTurned ? faults.culprit : null;
    const content = lines.slice(line, line + count - 1);
    const isMild = parser === "commonmark" && culprit === null && isCodeAlone(content, language ?? "");
    const problems = toUnclosed(culprit ?? { line, column });
    return isMild ? problems.map((problem) => ({ ...problem, isMild })) : problems;
  });
  const reported = new Set(swallowing.map(({ line }) => line));
  return [...swallowing, ...unclosed.filter(({ line }) => !reported.has(line))];
}

/** The problem of a code block that is open at the end of the page. */
export function toUnclosed(place: FenceFaults["open"]): PageProblem[] {
  const message = "A code block opens here and is never closed. Add its closing fence.";
  return place ? [{ rule: "unclosed-fence", line: place.line, column: place.column, message }] : [];
}

/**
 * The problems of code blocks that take in the opening fence of another. A directive whose text is read again ends a block that
 * is open in it: where all fences of the page pair up it reads as it was meant.
 */
export function toSwallowing({ swallowing, open }: FenceFaults): PageProblem[] {
  return swallowing.map(({ line, column, next, isDirective }) => {
    const message = `The code block that opens here isn't closed before the next one opens on line ${next}. Add its closing fence.`;
    return { rule: "unclosed-fence", line, column, message, ...(isDirective && open === null && { isMild: true }) };
  });
}

/** Languages whose comments look like a heading of level 1, or whose lists like one of Markdown. */
const HASH_COMMENTS =
  /^(?:(?:ba|z|fi)?sh|shell|console|ya?ml|py(?:thon)?|rb|ruby|toml|ini|env|docker(?:file)?|make(?:file)?|conf|nginx|hcl|tf|r|perl|nix|elixir|powershell|ps1)$/i;
const YAML = /^ya?ml$/i;
const TEXT = /^(?:|te?xt|plain(?:text)?|markdown|mdx?|output|log)$/i;
/** What an entry or an option of a `toctree` looks like. */
const TREE_LINE = /^(?::[\w-]+:.*|[^\s<>]+|[^<>]+<[^<>]+>)$/;
const MIN_ITEM_WORDS = 3;

/** Whether all that a block without an end holds reads as what its opening fence announces. An empty one takes in nothing. */
function isCodeAlone(content: readonly string[], language: string): boolean {
  const lines = content.map((line) => line.replace(/^[ \t>]*/, "").trimEnd());
  if (lines.every((line) => line === "")) return true;
  if (language.startsWith("{toctree}")) return lines.every((line) => line === "" || TREE_LINE.test(line));
  let isLater = false;
  for (const [at, line] of lines.entries()) {
    const isFirst = at === 0;
    if (/^(?:`{3}|~{3})/.test(line)) return false;
    if (isLater ? isMarkdown(line, language) : !isFirst && !TEXT.test(language) && isSentence(line)) return false;
    if (!isFirst && /^#{2,6} \S/.test(line)) return false;
    isLater ||= line === "" && !isFirst;
  }
  return true;
}

/** Whether a line behind an empty one is Markdown rather than code. */
function isMarkdown(line: string, language: string): boolean {
  if (/^# \S/.test(line)) return !HASH_COMMENTS.test(language);
  // Beside a slash they are a pattern of paths, and no bold text.
  if (/\]\(|(?<![/*])\*\*(?![/*])|^!!!|^:::|^\?\?\?/.test(line)) return true;
  // The parameters of a closure begin with one, too.
  if (line.startsWith("|")) return line.endsWith("|");
  const item = /^(?:[-*+]|\d{1,9}[.)]) +(\S.*)$/.exec(line)?.[1];
  if (item !== undefined) return !YAML.test(language) && item.split(" ").length >= MIN_ITEM_WORDS;
  return isSentence(line) || isWords(line);
}

/** Words alone; or text of a script that sets no blanks between them. */
function isWords(line: string): boolean {
  if (/^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(line)) return true;
  return /^[\p{L}\p{M}\p{N}'’,()\- ]+$/u.test(line) && /^\p{L}/u.test(line) && line.split(" ").length >= MIN_WORDS;
}
