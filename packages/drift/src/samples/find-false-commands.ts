import { readNames, toKey } from "../names/read-names.ts";
import { parseJsonOrNull } from "../parse-data.ts";
import type { FalseSample } from "./find-false-requests.ts";
import type { Command, Sample, Word } from "./read-commands.ts";

/** A command that a source installs, and the file that says so. */
export type Program = { name: string; path: string };

/** Names that other programs of a machine have as well. */
const COMMON = new Set(
  "app bench build cli client code config create daemon debug deploy dev docker docs echo env exec format generate get git go help index init install java link lint list main make node npm npx open pip pnpm print publish python python3 release run script scripts server serve service setup sh start stop sync task test time tool tools update upgrade version watch web worker yarn".split(
    " ",
  ),
);

/**
 * Reads the commands that a file of a source installs: `bin` of a package, scripts of a Python project, a Cargo package with
 * its own program, and folders of Go's `cmd`.
 */
export function readPrograms(path: string, text: string, onProgram: (program: Program) => void): void {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const add = (name: string) => {
    if (/^[a-z][\w-]{1,40}$/.test(name) && !COMMON.has(name)) onProgram({ name, path });
  };
  if (file === "package.json") {
    const manifest = parseJsonOrNull(text) as { name?: unknown; bin?: unknown } | null;
    const { name, bin } = manifest ?? {};
    if (typeof bin === "string" && typeof name === "string") add(name.slice(name.lastIndexOf("/") + 1));
    else if (typeof bin === "object" && bin !== null) for (const key of Object.keys(bin)) add(key);
  } else if (file === "pyproject.toml") {
    for (const line of linesOf(text, /^\[(?:project|tool\.poetry)\.scripts\]$/)) {
      const name = /^["']?([\w-]+)["']?\s{0,8}=/.exec(line)?.[1];
      if (name !== undefined) add(name);
    }
  } else if (file === "Cargo.toml") {
    for (const line of linesOf(text, /^\[\[bin\]\]$/)) {
      const name = /^name\s{0,8}=\s{0,8}"([\w-]+)"/.exec(line)?.[1];
      if (name !== undefined) add(name);
    }
  } else if (file === "main.go") {
    const parts = path.split("/");
    if (parts.at(-3) === "cmd") add(parts.at(-2) ?? "");
  }
}

/** The lines of the sections of a TOML file with such a title. */
function linesOf(text: string, title: RegExp): string[] {
  let isInside = false;
  return text.split("\n").filter((raw) => {
    const line = raw.trim();
    if (line.startsWith("[")) isInside = title.test(line);
    return isInside;
  });
}

/** Words after which the flags are those of another program, or of no program yet. */
const PASSES_ON = new Set(
  "run exec x dlx tool script scripts test create init new start shell ssh with dev call invoke wrap plugin plugins compose docker npm add install".split(
    " ",
  ),
);
/** What the libraries that read arguments know by themselves. */
const ALWAYS = new Set(["help", "version", "verbose", "quiet", "debug", "color", "no-color", "install-completion"]);
/** What starts a program that it is given. */
const STARTERS = new Set(["npx", "pnpx", "bunx", "uvx", "sudo", "time", "env"]);

/**
 * Compares the flags of commands that the sources install, and the variables that carry the name of such a command, with every name
 * that the sources hold.
 */
export function findFalseCommands(
  commands: readonly Command[],
  { programs, isKnown }: { programs: ReadonlyMap<string, Program>; isKnown(key: string): boolean },
): { faults: FalseSample[]; checked: number } {
  const faults: FalseSample[] = [];
  let checked = 0;
  const prefixes = new Map([...programs.values()].map((program) => [`${toKey(program.name)}-`, program]));
  const shown = new Map<Sample, Set<Program>>();
  for (const { sample, words } of commands) {
    const program = programs.get(words[startOf(words)]?.text ?? "");
    if (program !== undefined) shown.set(sample, (shown.get(sample) ?? new Set()).add(program));
  }
  for (const { page, variables, words, sample } of commands) {
    const start = startOf(words);
    const program = programs.get(words[start]?.text ?? "");
    if (program !== undefined) {
      checked += 1;
      for (const { text, line } of flagsOf(words.slice(start + 1))) {
        const flag = text.split("=")[0] ?? text;
        const key = toKey(flag.slice(2));
        if (ALWAYS.has(key) || isKnown(key) || (key.startsWith("no-") && isKnown(key.slice(3)))) continue;
        const message = `\`${flag}\` is no flag of \`${program.name}\`: no source has that name.`;
        faults.push({ kind: "flag", written: flag, page, line, message, source: program.path });
      }
    }
    const set = words[0]?.text === "export" ? words.slice(1) : variables;
    for (const { text, line } of set) {
      const name = /^([A-Z][A-Z0-9_]{3,})=/.exec(text)?.[1];
      if (name === undefined || isKnown(toKey(name))) continue;
      const owner = [...prefixes].find(([prefix]) => toKey(name).startsWith(prefix))?.[1];
      // Elsewhere it may be one of the reader's own program.
      if (owner === undefined || !shown.get(sample)?.has(owner)) continue;
      const message = `\`${name}\` is no variable of \`${owner.name}\`: no source has that name.`;
      faults.push({ kind: "variable", written: name, page, line, message, source: owner.path });
    }
  }
  return { faults, checked };
}

const startOf = (words: readonly Word[]) =>
  words.findIndex(({ text }) => !STARTERS.has(text) && text !== "-y" && text !== "--yes");

/** The flags up to the word from which on they belong to another program. */
function flagsOf(words: readonly Word[]): Word[] {
  const end = words.findIndex(({ text }) => text === "--" || PASSES_ON.has(text));
  return words.slice(0, end < 0 ? words.length : end).filter(({ text, isOpen }) => {
    if (!text.startsWith("--") || (isOpen && !text.includes("="))) return false;
    let names = 0;
    readNames(text.split("=")[0] ?? "", ({ written }) => {
      if (written === text.split("=")[0]) names += 1;
    });
    return names === 1;
  });
}
