import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { type CodeChange, defines } from "../change/read-change.ts";
import { GENERAL } from "../change/read-values.ts";
import { readNames } from "../names/read-names.ts";
import type { Corpus } from "../repository/corpus.ts";
import { roleOf } from "../repository/file-role.ts";
import { type ChangedFile, readContents } from "../repository/source-repository.ts";

/** A name that a change adds to a file, with all names that the file defines in the same form: the other options of a command. */
export type AddedName = { key: string; written: string; path: string; line: number; beside: string[] };

/** Pages that list the siblings of a name, with the share of them that each page has. */
export type Listing = { share: number; listed: number; names: AddedName[] };

const MAX_FILES = 40;
const MAX_LINES = 20_000;
const MAX_SIBLINGS = 400;
const MAX_ADDED = 200;
const MIN_LISTED = 2;

/**
 * Reads the changed files of code as they are afterwards, and finds for each added definition the others of its form: lines that begin
 * with the same text, up to the name, and go on with the same sign.
 */
export async function findAddedNames(
  repository: LocalRepository,
  changes: readonly ChangedFile[],
  change: CodeChange,
): Promise<AddedName[]> {
  const added = new Map<string, Set<number>>();
  for (const { path, line } of change.definitions) {
    const lines = added.get(path);
    if (lines) lines.add(line);
    else if (added.size < MAX_FILES) added.set(path, new Set([line]));
  }
  const wanted = changes.filter(({ path, before, after }) => before !== null && after !== null && added.has(path));
  const found: AddedName[] = [];
  await readContents(
    repository,
    wanted.map(({ after }) => after ?? ""),
    (sha, text) => {
      const path = wanted.find(({ after }) => after === sha)?.path;
      if (text === null || path === undefined) return;
      found.push(...namesInForm(path, text, added.get(path) ?? new Set()));
    },
  );
  return found.slice(0, MAX_ADDED);
}

function namesInForm(path: string, text: string, added: ReadonlySet<number>): AddedName[] {
  const forms = new Map<string, { key: string; written: string; line: number }[]>();
  const lines = text.split("\n", MAX_LINES);
  for (const [at, line] of lines.entries()) {
    const name = readForm(line);
    if (name === null) continue;
    const same = forms.get(name.form);
    const one = { key: name.key, written: name.written, line: at + 1 };
    if (same === undefined) forms.set(name.form, [one]);
    else if (same.length < MAX_SIBLINGS) same.push(one);
  }
  return [...forms.values()].flatMap((names) => {
    const before = [...new Set(names.filter(({ line }) => !added.has(line)).map(({ key }) => key))];
    if (before.length < MIN_LISTED) return [];
    const fresh = names.filter(({ key, line }) => added.has(line) && !before.includes(key));
    return fresh.map(({ key, written, line }) => ({ key, written, path, line, beside: before }));
  });
}

const MAX_PREFIX = 60;

/** The first name that a line defines, and the text around it that other definitions of its kind share. */
function readForm(line: string): { form: string; key: string; written: string } | null {
  let found: { form: string; key: string; written: string } | null = null;
  readNames(line.slice(0, 300), ({ key, written, shape, start, end }) => {
    if (found !== null || key.length < 3 || GENERAL.has(key)) return;
    if (shape !== "flag" && !defines(line, start, end)) return;
    const before = line.slice(0, start);
    if (before.length > MAX_PREFIX) return;
    found = { form: `${before}\u0000${line[end] ?? ""}`, key, written };
  });
  return found;
}

/** Which pages list the siblings of added names but not the names: they are incomplete afterwards. */
export function findListings(corpus: Corpus, added: readonly AddedName[]): Map<string, Listing> {
  const found = new Map<string, Listing>();
  const many = corpus.pages.size / 4 + 2;
  for (const name of added) {
    if (roleOf(name.path) === "test") continue;
    const counts = new Map<string, number>();
    for (const key of name.beside) {
      const using = corpus.pagesOf(key);
      if (using.length > many) continue;
      for (const path of using) {
        const mention = corpus.pages.get(path)?.names.get(key);
        if (mention !== undefined && mention.inCode + mention.definitions > 0)
          counts.set(path, (counts.get(path) ?? 0) + 1);
      }
    }
    for (const [path, listed] of counts) {
      if (listed < MIN_LISTED || corpus.pages.get(path)?.names.has(name.key)) continue;
      const share = listed / name.beside.length;
      const best = found.get(path);
      if (best === undefined) found.set(path, { share, listed, names: [name] });
      else {
        best.names.push(name);
        if (share * Math.log1p(listed) > best.share * Math.log1p(best.listed)) Object.assign(best, { share, listed });
      }
    }
  }
  return found;
}
