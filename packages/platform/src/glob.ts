/** One step of the automaton that a pattern becomes: it takes a character and moves on, or forks without taking one. */
type State =
  | { kind: "take"; accepts: Accepts; next: number }
  | { kind: "fork"; next: readonly number[] }
  | { kind: "end" };

type Accepts = (char: string) => boolean;
type Range = { from: string; to: string };
type Unsupported = "extglob" | "braces" | "length";

const MAX_PATTERN = 1_000;
const MAX_BRACE_DEPTH = 8;
const MAX_BRACE_RANGE = 100;
const MAGIC = /[*?[{\\]/;

/**
 * Makes a test of whether a whole path matches a glob pattern. Takes at most pattern times path steps, whatever both hold.
 *
 * Knows `*` and `?` (within a segment), `**` as a whole segment (any number of them), `[a-z]`, `[!a]`, `{a,b}`, `{1..3}` and `\`
 * before a character. Names that begin with a dot match. What else a pattern holds, and what {@link explainGlob} names,
 * means itself.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^\.\//, "");
  if (!MAGIC.test(plain) || unsupportedIn(plain) === "length") return (path) => path === plain;
  const { states, start } = new GlobCompiler(plain).compile();
  const prefix = plain.slice(0, plain.search(MAGIC));
  const run = createRunner(states, start);
  return (path) => path.startsWith(prefix) && run(path);
}

/** Says in one sentence what of a pattern is not read as other tools would read it; null when all of it is. */
export function explainGlob(pattern: string): string | null {
  const found = unsupportedIn(pattern);
  if (found === null) return null;
  const name = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
  if (found === "length")
    return `The pattern "${name}" is longer than ${MAX_PATTERN} characters. Use several shorter patterns.`;
  if (found === "braces")
    return `The pattern "${name}" nests { } deeper than ${MAX_BRACE_DEPTH} levels. Use several patterns.`;
  return `The pattern "${name}" has a group such as !(a) or +(a|b), which isn't supported. Use *, **, ?, [a-z] and {a,b}.`;
}

function unsupportedIn(pattern: string): Unsupported | null {
  if (pattern.length > MAX_PATTERN) return "length";
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at] ?? "";
    if (char === "\\") at += 1;
    else if ("!?*+@".includes(char) && pattern[at + 1] === "(") return "extglob";
    else if (char === "{") depth += 1;
    else if (char === "}") depth = Math.max(0, depth - 1);
    if (depth > MAX_BRACE_DEPTH) return "braces";
  }
  return null;
}

/** Builds the states from the end of the pattern to its start, so that each knows what comes after it. */
class GlobCompiler {
  readonly #states: State[] = [];
  readonly #pattern: string;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  compile(): { states: readonly State[]; start: number } {
    const end = this.#add({ kind: "end" });
    return { start: this.#sequence(0, this.#pattern.length, end, 0), states: this.#states };
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }

  #take(accepts: Accepts, next: number): number {
    return this.#add({ kind: "take", accepts, next });
  }

  /** Any number of characters, then `next`. */
  #repeat(accepts: Accepts, next: number): number {
    const fork = this.#add({ kind: "fork", next: [] });
    const taken = this.#take(accepts, fork);
    this.#states[fork] = { kind: "fork", next: [next, taken] };
    return fork;
  }

  #sequence(from: number, to: number, after: number, depth: number): number {
    const parts: ((next: number) => number)[] = [];
    for (let at = from; at < to; ) {
      const { end, build } = this.#part(at, to, depth);
      parts.push(build);
      at = end;
    }
    return parts.reduceRight((next, build) => build(next), after);
  }

  #part(at: number, to: number, depth: number): { end: number; build: (next: number) => number } {
    const pattern = this.#pattern;
    const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    if (char === "*") return this.#stars(at, to);
    if (char === "?") return { end: at + 1, build: (next) => this.#take(isInSegment, next) };
    const set = char === "[" ? readSet(pattern, at, to) : null;
    if (set) return { end: set.end, build: (next) => this.#take(set.accepts, next) };
    const braces = char === "{" && depth < MAX_BRACE_DEPTH ? readBraces(pattern, at, to) : null;
    if (braces) return { end: braces.end, build: (next) => this.#alternatives(braces.choices, next, depth) };
    const isEscape = char === "\\" && at + 1 < to;
    const literal = isEscape ? String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0) : char;
    const end = at + (isEscape ? 1 : 0) + literal.length;
    return { end, build: (next) => this.#take((other) => other === literal, next) };
  }

  #stars(at: number, to: number): { end: number; build: (next: number) => number } {
    const pattern = this.#pattern;
    let end = at;
    while (end < to && pattern[end] === "*") end += 1;
    const isSegment = /^[/{,]?$/.test(pattern[at - 1] ?? "") && /^[/},]?$/.test(pattern[end] ?? "");
    if (end - at < 2 || !isSegment) return { end, build: (next) => this.#repeat(isInSegment, next) };
    if (end < to && pattern[end] === "/") {
      const slash = (next: number) => this.#take((char) => char === "/", next);
      return {
        end: end + 1,
        build: (next) => this.#add({ kind: "fork", next: [next, this.#repeat(isAny, slash(next))] }),
      };
    }
    return { end, build: (next) => this.#take(isAny, this.#repeat(isAny, next)) };
  }

  #alternatives(choices: readonly Choice[], next: number, depth: number): number {
    const starts = choices.map((choice) => {
      if (typeof choice !== "string") return this.#sequence(choice.from, choice.to, next, depth + 1);
      return [...choice].reduceRight((after, char) => this.#take((other) => other === char, after), next);
    });
    return this.#add({ kind: "fork", next: starts });
  }
}

const isAny = () => true;
const isInSegment = (char: string) => char !== "/";

/** A piece of the pattern by its place, or a text that stands in no place of it. */
type Choice = { from: number; to: number } | string;

/** Reads `{a,b}` or `{1..3}`; null where the brace is never closed or holds no choice. */
function readBraces(pattern: string, start: number, to: number): { end: number; choices: Choice[] } | null {
  const choices: Choice[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < to; at += 1) {
    const char = pattern[at];
    if (char === "\\") at += 1;
    else if (char === "{") depth += 1;
    else if (char === "," && depth === 1) {
      choices.push({ from, to: at });
      from = at + 1;
    } else if (char === "}") {
      depth -= 1;
      if (depth > 0) continue;
      if (choices.length > 0) return { end: at + 1, choices: [...choices, { from, to: at }] };
      const numbers = readNumbers(pattern.slice(from, at));
      return numbers && { end: at + 1, choices: numbers };
    }
  }
  return null;
}

function readNumbers(text: string): string[] | null {
  const [, first, last] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(text) ?? [];
  const [low, high] = [Number(first), Number(last)].sort((a, b) => a - b);
  if (low === undefined || high === undefined || !(high - low < MAX_BRACE_RANGE)) return null;
  return Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
}

/** Reads `[a-z]`, `[!a]` or `[^a]`; null where the bracket is never closed. A set never holds the slash. */
function readSet(pattern: string, start: number, to: number): { end: number; accepts: Accepts } | null {
  const isNot = /[!^]/.test(pattern[start + 1] ?? "");
  const first = start + (isNot ? 2 : 1);
  const ranges: Range[] = [];
  for (let at = first; at < to; ) {
    if (pattern[at] === "]" && at > first) {
      const accepts = (char: string) =>
        char !== "/" && ranges.some(({ from, to }) => char >= from && char <= to) !== isNot;
      return { end: at + 1, accepts };
    }
    const from = readChar(pattern, at);
    at = from.end;
    const isRange = pattern[at] === "-" && at + 1 < to && pattern[at + 1] !== "]";
    const last = isRange ? readChar(pattern, at + 1) : from;
    at = last.end;
    ranges.push({ from: from.char, to: last.char });
  }
  return null;
}

function readChar(pattern: string, at: number): { char: string; end: number } {
  const place = pattern[at] === "\\" && at + 1 < pattern.length ? at + 1 : at;
  const char = String.fromCodePoint(pattern.codePointAt(place) ?? 0);
  return { char, end: place + char.length };
}

/** States that a path can be in at the same time, and where each character that was met led from there; null for nowhere. */
type States = { ids: readonly number[]; isEnd: boolean; next: Map<string, States | null> };

/** States in the steps that are kept, about 10 MB of them: paths of one repository share their folders and their letters. */
const MAX_KEPT = 400_000;

/** Follows all states that a path can be in at the same time, each at most once a character, and remembers the steps. */
function createRunner(states: readonly State[], start: number): (path: string) => boolean {
  let kept = 0;
  let known = new Map<string, States>();
  const enter = (starts: readonly number[]): States => {
    const entered = new Set<number>();
    const open = [...starts];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (entered.has(id)) continue;
      entered.add(id);
      const state = states[id];
      if (state?.kind === "fork") for (const next of state.next) open.push(next);
    }
    const ids = [...entered].filter((id) => states[id]?.kind !== "fork").sort((a, b) => a - b);
    const key = ids.join();
    const found = known.get(key) ?? { ids, isEnd: ids.some((id) => states[id]?.kind === "end"), next: new Map() };
    if (kept <= MAX_KEPT) known.set(key, found);
    kept += 1 + ids.length;
    return found;
  };
  const step = (from: States, char: string): States | null => {
    const taken = from.ids.flatMap((id) => {
      const state = states[id];
      return state?.kind === "take" && state.accepts(char) ? [state.next] : [];
    });
    const next = taken.length === 0 ? null : enter(taken);
    if (kept <= MAX_KEPT) from.next.set(char, next);
    return next;
  };
  let first = enter([start]);
  return (path) => {
    if (kept > MAX_KEPT) {
      kept = 0;
      known = new Map();
      first = enter([start]);
    }
    let current = first;
    for (const char of path) {
      const next = current.next.get(char);
      const following = next === undefined ? step(current, char) : next;
      if (following === null) return false;
      current = following;
    }
    return current.isEnd;
  };
}
