import { type NameShape, readNames } from "../names/read-names.ts";
import { roleOf } from "../repository/file-role.ts";
import { createPhraseReader } from "../repository/read-page.ts";
import { noFacts, readFacts } from "./read-facts.ts";
import type { FilePatch, Hunk, PatchLine } from "./read-patch.ts";
import { GENERAL, type Replaced, readValues } from "./read-values.ts";

/** What a change does with one name, over all files of code. */
export type NameChange = {
  key: string;
  /** As the code writes it, longest first seen. */
  written: string;
  shape: NameShape;
  /** Lines that are removed, added, and around the change that hold it. */
  removed: number;
  added: number;
  around: number;
  headings: number;
  /** The same for lines that define it, such as a key, an option, a function. */
  removedDefinitions: number;
  addedDefinitions: number;
  /** In changed lines of tests. */
  inTests: number;
  /** Where it was removed or added first. */
  place: { path: string; line: number } | null;
};

/** A change of code, as far as pages could tell of it. */
export type CodeChange = Replaced & {
  names: Map<string, NameChange>;
  /** Names that are defined on added lines, with those that are defined on lines around them, nearest first. */
  siblings: { key: string; beside: string[] }[];
  /** Hashes of runs of four words that are gone from code, and that are new in it. */
  removedPhrases: Set<number>;
  addedPhrases: Set<number>;
  /** Texts in quotes, and versions, that no changed line has any more. */
  goneLiterals: Set<string>;
  goneVersions: Set<string>;
  /** Lines of files as they are afterwards that define a name, which no removed line of the file defines. */
  definitions: { key: string; path: string; line: number }[];
  /** Changed files of code with their changed lines. */
  files: {
    path: string;
    role: "source" | "data" | "test";
    removed: number;
    added: number;
    isNew: boolean;
    isGone: boolean;
  }[];
  /** Changed lines that are comments, that export something, that hold a text for people. */
  comments: number;
  exports: number;
  texts: number;
  /** Those that look like a help text or a documented parameter, and added ones that say "deprecated". */
  helpTexts: number;
  deprecations: number;
  lines: number;
};

/** Reads the patches of code files; those of pages take no part. */
export function readCodeChange(patches: readonly FilePatch[]): CodeChange {
  const change: CodeChange = {
    names: new Map(),
    values: [],
    renames: new Map(),
    siblings: [],
    removedPhrases: new Set(),
    addedPhrases: new Set(),
    goneLiterals: new Set(),
    goneVersions: new Set(),
    definitions: [],
    files: [],
    comments: 0,
    exports: 0,
    texts: 0,
    helpTexts: 0,
    deprecations: 0,
    lines: 0,
  };
  const isMoved = findMoved(patches);
  const [before, after] = [noFacts(), noFacts()];
  for (const file of patches) {
    const role = roleOf(file.path);
    if (role === "page" || role === "other") continue;
    const counts = { path: file.path, role, removed: 0, added: 0, isNew: file.from === null, isGone: file.isGone };
    change.files.push(counts);
    for (const whole of file.hunks) {
      const hunk = {
        ...whole,
        lines: whole.lines.map((line) => (isMoved(line) ? { ...line, sign: "=" as const } : line)),
      };
      for (const { sign } of hunk.lines) {
        if (sign === "-") counts.removed += 1;
        else if (sign === "+") counts.added += 1;
      }
      if (role === "test") readTestHunk(change, hunk);
      else {
        readHunk(change, hunk, file.path);
        for (const { sign, text } of whole.lines) if (sign !== " ") readFacts(text, sign === "-" ? before : after);
      }
    }
  }
  change.goneLiterals = before.literals.difference(after.literals);
  change.goneVersions = before.versions.difference(after.versions);
  return change;
}

/** A line that the change takes unchanged from one place to another says nothing about either. */
function findMoved(patches: readonly FilePatch[]): (line: PatchLine) => boolean {
  const removed = new Set<string>();
  const added = new Set<string>();
  for (const { path, hunks } of patches) {
    if (!["source", "data"].includes(roleOf(path))) continue;
    for (const { lines } of hunks) {
      for (const { sign, text } of lines) {
        if (sign === "-") removed.add(text.trim());
        else if (sign === "+") added.add(text.trim());
      }
    }
  }
  return ({ sign, text }) => (sign === "-" && added.has(text.trim())) || (sign === "+" && removed.has(text.trim()));
}

const DECLARING = new Set(
  "def fn func function class struct enum interface type const let var pub export trait impl sub module mod readonly static public record option flag case message service rpc".split(
    " ",
  ),
);
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[|include|define|if|end)|--\s|"""|''')/;
const EXPORT = /^\s*(?:export\b|pub\b|public\b|func (?:\([^)]{0,80}\) )?[A-Z]|def [a-z]|module\.exports)/;
const HELP = /\b(?:help|description|usage|summary|Help|Usage|Short|Long)["']? ?[:=(]/;
const HELP_MARKS = ["@default", "@param", "@deprecated", "@since", "@example", "[default"];
const DEPRECATED = /deprecat/i;
const QUOTE = /["'`]/;
const TWO_WORDS = /[a-z]{2} [a-z]{2}/;

const isHelp = (text: string) =>
  text.trimStart().startsWith("///") || HELP.test(text) || HELP_MARKS.some((mark) => text.includes(mark));

/** Whether a string in a line holds words for people. */
function isText(text: string): boolean {
  const quote = text.search(QUOTE);
  return quote >= 0 && TWO_WORDS.test(text.slice(quote));
}

function readHunk(change: CodeChange, hunk: Hunk, path: string): void {
  readNames(hunk.heading, (name) => {
    nameOf(change, name).headings += 1;
  });
  const removedRoll = createPhraseReader((hash) => change.removedPhrases.add(hash));
  const addedRoll = createPhraseReader((hash) => change.addedPhrases.add(hash));
  for (const { sign, text, number } of hunk.lines) {
    if (sign === "-" || sign === "+") {
      change.lines += 1;
      if (COMMENT.test(text)) change.comments += 1;
      if (EXPORT.test(text)) change.exports += 1;
      if (isText(text)) change.texts += 1;
      if (isHelp(text)) change.helpTexts += 1;
      if (sign === "+" && DEPRECATED.test(text)) change.deprecations += 1;
    }
    readNames(text, (name) => {
      const found = nameOf(change, name);
      const isDefinition = (sign === "-" || sign === "+") && defines(text, name.start, name.end);
      if (sign === "-") {
        found.removed += 1;
        if (isDefinition) found.removedDefinitions += 1;
      } else if (sign === "+") {
        found.added += 1;
        if (isDefinition) found.addedDefinitions += 1;
      } else if (sign === " ") found.around += 1;
      if (sign === "-" || sign === "+") {
        if (found.place === null || (sign === "-" && found.removed === 1)) found.place = { path, line: number };
        const roll = sign === "-" ? removedRoll : addedRoll;
        for (const part of name.key.split("-")) roll(part);
      }
    });
  }
  readValues(hunk, path, change);
  readSiblings(change, hunk);
  readDefinitions(change, hunk, path);
}

const MAX_SIBLINGS = 400;
const NEAR = 12;

/** Names that are defined near each other in one hunk: a new one among them is a sibling of those that were there. */
function readSiblings(change: CodeChange, { lines }: Hunk): void {
  const defined = lines.map(({ text }) => firstDefinition(text));
  for (const [at, { sign }] of lines.entries()) {
    const key = sign === "+" ? defined[at] : null;
    if (!key || change.siblings.length >= MAX_SIBLINGS) continue;
    const beside: string[] = [];
    for (let distance = 1; distance <= NEAR; distance += 1) {
      for (const other of [at - distance, at + distance]) {
        const name = lines[other]?.sign === "+" ? null : defined[other];
        if (name && name !== key) beside.push(name);
      }
    }
    if (beside.length > 0) change.siblings.push({ key, beside });
  }
}

const MAX_DEFINITIONS = 400;

function readDefinitions(change: CodeChange, { lines }: Hunk, path: string): void {
  const removed = new Set(lines.flatMap(({ sign, text }) => (sign === "-" ? (firstDefinition(text) ?? []) : [])));
  for (const { sign, text, number } of lines) {
    const key = sign === "+" && change.definitions.length < MAX_DEFINITIONS ? firstDefinition(text) : null;
    if (key !== null && !removed.has(key)) change.definitions.push({ key, path, line: number });
  }
}

function firstDefinition(text: string): string | null {
  let found: string | null = null;
  readNames(text, ({ key, shape, start, end }) => {
    if (found === null && key.length > 2 && !GENERAL.has(key) && (shape === "flag" || defines(text, start, end)))
      found = key;
  });
  return found;
}

function readTestHunk(change: CodeChange, hunk: Hunk): void {
  for (const { sign, text } of hunk.lines) {
    if (sign === "-" || sign === "+")
      readNames(text, (name) => {
        nameOf(change, name).inTests += 1;
      });
  }
}

function nameOf(
  change: CodeChange,
  { key, written, shape }: { key: string; written: string; shape: NameShape },
): NameChange {
  const found = change.names.get(key);
  if (found) {
    if (shape === "flag" && found.shape !== "flag") Object.assign(found, { written, shape });
    return found;
  }
  const made: NameChange = {
    key,
    written,
    shape,
    removed: 0,
    added: 0,
    around: 0,
    headings: 0,
    removedDefinitions: 0,
    addedDefinitions: 0,
    inTests: 0,
    place: null,
  };
  change.names.set(key, made);
  return made;
}

/** Whether a line defines the name at a place: `name:`, `name =`, `"name"`, `fn name`. */
export function defines(text: string, start: number, end: number): boolean {
  let before = start;
  while (before > 0 && text[before - 1] === "-") before -= 1;
  const [quote, close] = [text[before - 1], text[end]];
  if (quote !== undefined && (quote === '"' || quote === "'" || quote === "`") && close === quote) return true;
  let at = end;
  if (text[at] === "?") at += 1;
  while (text[at] === " ") at += 1;
  if (text[at] === ":" && text[at + 1] !== ":") return true;
  if (text[at] === "=" && text[at + 1] !== "=" && text[at + 1] !== ">") return true;
  const lead = text.slice(Math.max(0, start - 24), start);
  const word = lead.trimEnd();
  return word.length < lead.length && DECLARING.has(word.split(/[\s(]/).at(-1) ?? "");
}
