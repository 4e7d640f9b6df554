import { filesHoldingBounded } from "@docsteward/docs/search/bounded-search";
import type { GrepOptions, Workspace } from "@docsteward/git/workspace";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import { trimSlashes } from "@docsteward/platform/cut-text";

/** Of fewer files, git has read all before another process has said which to read. */
const MIN_FILES = 2_000;
/** git compares each file's path with each of these. */
const MAX_PLACES = 200;
/** Shorter texts stand nearly everywhere. */
const MIN_TEXT = 3;
const CPU_SECONDS = 5;

type Grep = { pattern: string; path?: string; options?: GrepOptions };

/**
 * Searches a workspace as its `grep` does. On a large site git looks only into the files that hold the text which every match has,
 * when a search of the job has read them all.
 */
export async function grepPages(workspace: Workspace, grep: Grep): ReturnType<Workspace["grep"]> {
  return workspace.grep(grep.pattern, grep.path, await narrow(workspace, grep));
}

/** As {@link grepPages}, for `grepFiles`. */
export async function grepPageFiles(workspace: Workspace, grep: Grep): ReturnType<Workspace["grepFiles"]> {
  return workspace.grepFiles(grep.pattern, grep.path, await narrow(workspace, grep));
}

async function narrow(workspace: Workspace, { pattern, path, options }: Grep): Promise<GrepOptions | undefined> {
  const text = requiredText(pattern);
  const all = text === null ? [] : await workspace.paths();
  if (text === null || all.length < MIN_FILES) return options;
  const wanted = { text, max: MAX_PLACES };
  // Without an answer git reads all files.
  const holding = await filesHoldingBounded(workspace, wanted, { cpuSeconds: CPU_SECONDS }).catch((error: unknown) => {
    if (error instanceof BoundedError) return null;
    throw error;
  });
  if (holding === null) return options;
  const place = trimSlashes(path ?? "");
  const isBelow = (one: string) => place === "" || place === "." || one === place || one.startsWith(`${place}/`);
  const only = holding.filter(isBelow);
  // One file at least, so that git still judges the pattern.
  const [first = ""] = all.filter(isBelow);
  return first === "" ? options : { ...options, only: only.length > 0 ? only : [first] };
}

/**
 * The longest text in plain ASCII that every match of an extended regular expression holds; null where none is known. A character
 * before `*`, `?`, `+` or `{` does not count, nor what stands in groups.
 */
export function requiredText(pattern: string): string | null {
  let [longest, run, depth] = ["", "", 0];
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? "";
    if (char === "|" && depth === 0) return null;
    if (char === "[") {
      const close = endOfSet(pattern, at);
      if (close === null) return null;
      end();
      at = close;
    } else if (char === "(" || char === ")") {
      end();
      depth += char === "(" ? 1 : -1;
      if (depth < 0) return null;
    } else if ("*?+{".includes(char)) {
      run = run.slice(0, -1);
      end();
      if (char === "{") while (at < pattern.length && pattern[at] !== "}") at += 1;
    } else if (char === "\\") {
      at += 1;
      // Before a letter or a digit it means a kind of character or place.
      const escaped = pattern[at] ?? "";
      if (depth === 0 && /^[!-/:-@[-`{-~]$/.test(escaped) && !"<>`'".includes(escaped)) run += escaped;
      else end();
    } else if (depth > 0 || !/^[ -~]$/.test(char) || ".^$".includes(char)) end();
    else run += char;
  }
  end();
  return depth === 0 && longest.length >= MIN_TEXT ? longest : null;
}

/** Where `[…]` ends, in which `[:alpha:]` may stand and `]` may come first; null where it does not. */
function endOfSet(pattern: string, start: number): number | null {
  let at = start + 1;
  if (pattern[at] === "^") at += 1;
  if (pattern[at] === "]") at += 1;
  for (; at < pattern.length; at += 1) {
    if (pattern[at] === "]") return at;
    const kind = pattern[at] === "[" ? (pattern[at + 1] ?? "") : "";
    if (kind === "" || !":.=".includes(kind)) continue;
    const close = pattern.indexOf(`${kind}]`, at + 2);
    if (close < 0) return null;
    at = close + 1;
  }
  return null;
}
