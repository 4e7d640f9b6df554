import { trimSlashes } from "@docsteward/platform/cut-text";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import { refuseSpelling } from "../rules/path-rules.ts";
import type { FoundLines, GrepFile, GrepMatch, GrepOptions } from "../workspace.ts";
import { refusal } from "./file-text.ts";

const MAX_MATCHES = 200;
const MAX_MATCHING_FILES = 500;
/** Where several files match, one of them does not hide the others. */
const MAX_IN_FILE = 40;
const MAX_LINE = 500;
/** Of CPU time, so that a search that is simple finds its lines on a busy machine, too. */
const MAX_CPU_SECONDS = 2;
/** For what waits and takes no CPU. */
const TIMEOUT_MS = 30_000;
/** Within its 2 s the engine behind git fills several times as much. */
const MAX_MEGABYTES = 256;
/** git unrolls what is repeated by counts: some nested ones take a gigabyte. */
const MAX_UNROLLED = 2_000;

type GrepCache = Pick<RepositoryCache, "git">;
type GrepInput = { pattern: string; path?: string; options?: GrepOptions; env: Record<string, string> };

/** Searches the files of an index, line by line. @throws GitError `path_refused` for a bad pattern or path, `limit_reached` after 2 s of CPU time */
export async function grepIndex(cache: GrepCache, input: GrepInput): Promise<FoundLines> {
  const { lines, isCut } = await runGrep(cache, input, "-n");
  const all = lines.map(toMatch).filter(({ path }) => input.options?.isWanted?.(path) ?? true);
  const byFile = Map.groupBy(all, ({ path }) => path);
  const most = byFile.size > 1 ? MAX_IN_FILE : all.length;
  const matches = [...byFile.values()].flatMap((found) => found.slice(0, most));
  const more = [...byFile].flatMap(([path, found]) =>
    found.length > most ? [{ path, matches: found.length - most }] : [],
  );
  return { matches: matches.slice(0, MAX_MATCHES), more, isCut: isCut || matches.length > MAX_MATCHES };
}

/** Counts the matching lines of each file of an index. @throws as {@link grepIndex} does */
export async function grepIndexFiles(
  cache: GrepCache,
  input: GrepInput,
): Promise<{ files: GrepFile[]; isCut: boolean }> {
  const { lines, isCut } = await runGrep(cache, input, "--count");
  const files = lines
    .map((line) => ({ path: line.slice(0, line.indexOf("\0")), matches: Number(line.slice(line.indexOf("\0") + 1)) }))
    .filter(({ path }) => input.options?.isWanted?.(path) ?? true);
  return { files: files.slice(0, MAX_MATCHING_FILES), isCut: isCut || files.length > MAX_MATCHING_FILES };
}

async function runGrep(
  cache: GrepCache,
  { pattern, path, options, env }: GrepInput,
  show: "-n" | "--count",
): Promise<{ lines: string[]; isCut: boolean }> {
  if (pattern.includes("\0") || pattern.includes("\n"))
    throw refusal("The pattern must be one line without NUL characters.");
  if (/\\[1-9]/.test(pattern.replaceAll("\\\\", ""))) {
    throw refusal("The pattern has a back reference. Search for the text itself, or escape the backslash.");
  }
  if (unrolledSize(pattern) > MAX_UNROLLED) {
    throw refusal(
      `The pattern has too many repetitions. Counts such as {100} can expand to at most ${MAX_UNROLLED} characters in total.`,
    );
  }
  const place = trimSlashes(path ?? "");
  const places = options?.only ?? (place === "" || place === "." ? [] : [place]);
  for (const one of places) {
    const refused = refuseSpelling(one);
    if (refused) throw refusal(refused);
  }
  const pathspec = places.length === 0 ? [] : ["--", ...places.map((one) => `:(literal)${one}`)];
  try {
    const { stdout, isCut } = await cache.git({
      args: [
        ...["grep", "--cached", "-E", show, "-z", "-I", "--no-color", "--threads=1"],
        ...(options?.ignoreCase ? ["--ignore-case"] : []),
        ...["-e", pattern, ...pathspec],
      ],
      env,
      okCodes: [1],
      timeoutMs: TIMEOUT_MS,
      maxMegabytes: MAX_MEGABYTES,
      maxCpuSeconds: MAX_CPU_SECONDS,
      maxBytes: 4 * 1024 * 1024,
      overflow: "cut",
    });
    const lines = stdout.toString("utf8").split("\n");
    // Behind the last line end there is nothing, or half a line where the output was cut.
    return { lines: lines.slice(0, -1), isCut };
  } catch (error) {
    throw toRefusal(error, pattern);
  }
}

/** How long an extended regular expression is when all that it repeats by counts is written out. */
function unrolledSize(pattern: string): number {
  const open = [0];
  let last = 0;
  const add = (size: number) => {
    open.push((open.pop() ?? 0) + size);
  };
  const token = /\\.|\[\^?\]?[^[\]]*\]|\{[\d,]+\}|[\s\S]/g;
  for (const [text] of pattern.matchAll(token)) {
    if (text === "(") open.push(0);
    else if (text === ")" && open.length > 1) {
      last = open.pop() ?? 0;
      add(last);
    } else if (text.length > 1 && text.startsWith("{")) {
      const count = Math.max(...text.slice(1, -1).split(",").map(Number), 1);
      add(last * (count - 1));
      last *= count;
    } else {
      last = 1;
      add(last);
    }
  }
  return open.reduce((sum, size) => sum + size, 0);
}

function toMatch(line: string): GrepMatch {
  const [path = "", number = "", ...text] = line.split("\0");
  const whole = text.join("\0").replace(/\r$/, "");
  return { path, line: Number(number), text: whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)}…` : whole };
}

function toRefusal(error: unknown, pattern: string): unknown {
  if (!(error instanceof GitError)) return error;
  if (error.code === "timed_out")
    return new GitError("limit_reached", "The search took too long. Use a simpler pattern, or set `path`.");
  const said = error.cause instanceof Error ? error.cause.message : "";
  // At the end of its time git is killed. Without memory it says so, or the engine behind it ends the process.
  if (/ended with -1:|out of memory|memory exhausted/i.test(said))
    return new GitError(
      "limit_reached",
      "The search took too much time or memory. Use a simpler pattern, or set `path`.",
    );
  const isPattern = /Invalid|Unmatched|regular expression|Trailing backslash|preceding/i.test(said);
  return isPattern ? refusal(`${JSON.stringify(pattern)} is not a valid extended regular expression.`) : error;
}
