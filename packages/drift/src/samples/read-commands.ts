import { openingFence } from "@docsteward/text/markdown/scanner";
import { presentLines } from "../stale/stated-names.ts";

/** A block of code that a page shows, without its fences. */
export type Sample = {
  page: string;
  language: string;
  /** Of its first line, counted from 1. */
  line: number;
  text: string;
};

/** A word of a command as a shell reads it. */
export type Word = {
  text: string;
  /** In the page, counted from 1. */
  line: number;
  /** Whether a part of it is known only when it runs: a variable, the output of a command, a place to fill in. */
  isOpen: boolean;
};

/** A command of a sample: what is set for it, its name, and what it gets. */
export type Command = {
  page: string;
  variables: Word[];
  words: Word[];
  /** Whether its sample shows what is refused. */
  showsFailure: boolean;
  sample: Sample;
};

const SHELLS = new Set([
  "",
  "sh",
  "bash",
  "shell",
  "console",
  "zsh",
  "terminal",
  "shell-session",
  "shellsession",
  "curl",
]);
const MAX_SAMPLE = 20_000;
const MAX_WORDS = 400;

/** Reads the code blocks of a page that speak of the present as a whole. */
export function readSamples(page: string, text: string): Sample[] {
  const lines = text.split("\n");
  const isFence = (at: number) => {
    const line = lines[at]?.trim() ?? "";
    return openingFence(lines[at] ?? "", "any") !== null || /^[>\s]*(?:`{3,}|~{3,})\s*$/.test(line);
  };
  const samples: Sample[] = [];
  type Run = { from: number; to: number; language: string };
  const keep = ({ from, to, language }: Run) => {
    if (!isFence(from - 2) || !isFence(to)) return;
    samples.push({ page, language, line: from, text: withoutIndent(lines.slice(from - 1, to)).slice(0, MAX_SAMPLE) });
  };
  let open = null as Run | null;
  for (const { number, language } of presentLines(text)) {
    if (open !== null && (language === null || number !== open.to + 1)) {
      keep(open);
      open = null;
    }
    if (language !== null) open = { from: open?.from ?? number, to: number, language };
  }
  if (open !== null) keep(open);
  return samples;
}

/** Blocks in lists and components are indented. */
function withoutIndent(lines: readonly string[]): string {
  const depths = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths);
  return lines.map((line) => (Number.isFinite(depth) ? line.slice(depth) : line)).join("\n");
}

/** Reads the commands of a block of a shell: as far as they are words, quotes and signs between commands. Nothing is run. */
export function readCommands(sample: Sample): Command[] {
  const { page, language, line, text } = sample;
  if (!SHELLS.has(language)) return [];
  const isOfFailure = showsFailure(text);
  const commands: Command[] = [];
  let words: Word[] = [];
  const end = () => {
    const first = words.findIndex(({ text: word, isOpen }) => isOpen || !ASSIGNMENT.test(word));
    const start = first < 0 ? words.length : first;
    if (words.length > 0 && words.length <= MAX_WORDS)
      commands.push({
        page,
        variables: words.slice(0, start),
        words: words.slice(start),
        showsFailure: isOfFailure,
        sample,
      });
    words = [];
  };
  readWords(text, line, { onWord: (word) => words.length <= MAX_WORDS && words.push(word), onEnd: end });
  end();
  return commands;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** In a comment: "# 400, because the name is missing". */
const FAILURE = /\b(?:4\d\d|invalid|error|fails?|missing|refused|rejected|wrong)\b/i;
const showsFailure = (text: string) =>
  text.split("\n").some((line) => /^(?:#|\/\/)/.test(line.trimStart()) && FAILURE.test(line));

const PROMPT = /^(?:\$|%|>|#) (?=\S)/;
const HEREDOC = /^<<-?\s{0,4}["']?(\w+)/;
/** `<your-key>` in a sample is a place to fill in, and no file. */
const PLACE = /^<[A-Za-z][^<>\n|&;]{0,60}>/;

type Handlers = { onWord(word: Word): void; onEnd(): void };

function readWords(text: string, firstLine: number, { onWord, onEnd }: Handlers): void {
  let at = 0;
  let line = firstLine;
  let word: Word | null = null;
  const add = (part: string, isOpen = false) => {
    word ??= { text: "", line, isOpen: false };
    word.text += part;
    word.isOpen ||= isOpen;
  };
  const endWord = () => {
    if (word !== null) onWord(word);
    word = null;
  };
  /** Moves on, counting lines. */
  const skip = (to: number): string => {
    const part = text.slice(at, to);
    line += part.split("\n").length - 1;
    at = to;
    return part;
  };
  const startLine = () => {
    const prompt = PROMPT.exec(text.slice(at, at + 4))?.[0];
    // A line that begins with "# " is a comment as often as a prompt of root.
    if (prompt !== undefined && prompt !== "# ") at += prompt.length;
  };
  startLine();
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === "\\") {
      if (text[at + 1] === "\r" || text[at + 1] === "\n") {
        endWord();
        skip(text[at + 1] === "\r" ? at + 3 : at + 2);
      } else {
        add(text[at + 1] ?? "");
        at += 2;
      }
    } else if (char === "'") {
      const close = text.indexOf("'", at + 1);
      const end = close < 0 ? text.length : close;
      add(text.slice(at + 1, end));
      skip(end + 1);
    } else if (char === '"') {
      const { value, end, isOpen } = readQuoted(text, at + 1);
      add(value, isOpen);
      skip(end);
    } else if (char === "$" || char === "`") {
      const end = endOfExpansion(text, at);
      add(text.slice(at, end), true);
      skip(Math.max(end, at + 1));
    } else if (char === "#" && word === null) {
      const close = text.indexOf("\n", at);
      at = close < 0 ? text.length : close;
    } else if (char === "<") {
      const place = PLACE.exec(text.slice(at, at + 64))?.[0];
      const heredoc = HEREDOC.exec(text.slice(at, at + 64))?.[1];
      if (place !== undefined) {
        add(place, true);
        at += place.length;
      } else if (heredoc !== undefined) {
        endWord();
        const close = text.indexOf(`\n${heredoc}`, at);
        skip(close < 0 ? text.length : close + 1 + heredoc.length);
      } else {
        endWord();
        at += 1;
      }
    } else if (char === "\n" || char === ";" || char === "|" || char === "&" || char === "(" || char === ")") {
      // `2>&1` is one word.
      if (char === "&" && text[at - 1] === ">") {
        add(char);
        at += 1;
        continue;
      }
      endWord();
      onEnd();
      skip(at + 1);
      if (char === "\n") startLine();
    } else if (char === " " || char === "\t" || char === "\r") {
      endWord();
      at += 1;
    } else {
      add(char);
      at += 1;
    }
  }
  endWord();
}

/** The inside of double quotes, and where it ends. */
function readQuoted(text: string, from: number): { value: string; end: number; isOpen: boolean } {
  let value = "";
  let isOpen = false;
  let at = from;
  while (at < text.length && text[at] !== '"') {
    const char = text[at] ?? "";
    if (char === "\\") {
      const next = text[at + 1] ?? "";
      if (next !== "\n") value += ["$", "`", '"', "\\"].includes(next) ? next : `\\${next}`;
      at += 2;
    } else if (char === "$" || char === "`") {
      const end = Math.max(endOfExpansion(text, at), at + 1);
      isOpen ||= end > at + 1;
      value += text.slice(at, end);
      at = end;
    } else {
      value += char;
      at += 1;
    }
  }
  return { value, end: at + 1, isOpen };
}

const VARIABLE = /\$(?:\{[^{}\n]{0,80}\}|\w{1,80}|[@*#?!$-])/y;

/** Where `$NAME`, `${NAME}`, `$(command)` or a command in backticks ends. */
function endOfExpansion(text: string, at: number): number {
  if (text[at] === "`") {
    const close = text.indexOf("`", at + 1);
    return close < 0 ? text.length : close + 1;
  }
  if (text[at + 1] === "(") {
    let depth = 0;
    for (let end = at + 1; end < text.length; end += 1) {
      if (text[end] === "(") depth += 1;
      else if (text[end] === ")") depth -= 1;
      if (depth === 0) return end + 1;
    }
    return text.length;
  }
  VARIABLE.lastIndex = at;
  return VARIABLE.test(text) ? VARIABLE.lastIndex : at + 1;
}
