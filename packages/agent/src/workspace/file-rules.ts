import { isFixedFile, isPageFile, isRedirectFile, isTocTreeFile } from "@docsteward/contract/docs-files";
import { readCodeDialect } from "@docsteward/docs/code/code-dialect";
import { type CodePiece, nameOfKind } from "@docsteward/docs/code/code-piece";
import { compareCode, createCodeReader, type SourceFile } from "@docsteward/docs/code/page-code";
import { changesOnlyTocTrees } from "@docsteward/docs/code/toctree-edits";
import { addsOnlyRedirects } from "@docsteward/docs/move/redirect-list";
import type { FileChange, Workspace } from "@docsteward/git/workspace";
import { findNewSecrets } from "../publish/leak-checks.ts";
import { grepPages } from "./grep-pages.ts";

/** Code that a page gained and may have: what ran there before, or an import that other pages of the site have. */
export type AddedCode = { path: string; line: number; code: string };

/** A file as a job wants it, and the files at the job's first commit that it comes from. */
export type WrittenFile = SourceFile & { origins: readonly string[] };

/** Verdict on a file. `refusal` is a sentence for the model, or null; `addedCode` is for the reviewer. */
export type ReviewedFile = { refusal: string | null; addedCode: AddedCode[] };

const MAX_CANDIDATES = 20;
const MAX_SHOWN = 160;
type ReadCode = ReturnType<typeof createCodeReader>;
const codeReaders = new WeakMap<Workspace, Promise<ReadCode>>();

/**
 * Decides whether a file may become what a job wants to write: no new code, no new invisible characters, no new secrets.
 *
 * New is what stood in none of the files it comes from, as they were at the job's first commit: edits add up.
 */
export async function reviewFile(workspace: Workspace, { path, text, origins }: WrittenFile): Promise<ReviewedFile> {
  const read = await Promise.all([...new Set(origins)].map((origin) => workspace.start.read(origin)));
  const before = read.filter((file) => file !== null);
  const hidden = findHiddenCharacter(
    before.map((file) => file.text),
    text,
  );
  if (hidden)
    return refused(`This change adds ${hidden.name} to ${path}, line ${hidden.line}. Write the text without it.`);
  const old = before.find((file) => file.path === path);
  if (isRedirectFile(path)) return reviewRedirects(path, old?.text ?? null, text);
  if (isTocTreeFile(path))
    return refused(old !== undefined && changesOnlyTocTrees(old.text, text) ? null : ONLY_ENTRIES(path));
  const readCode = await codeReaderOf(workspace);
  const { added, repeated } = compareCode({ path, text }, before, readCode);
  const known = added.length === 0 ? new Set<string>() : await knownToSite(workspace, added, readCode);
  const unknown = added.find(({ key }) => !known.has(key));
  if (unknown) return refused(sentence(path, unknown));
  const [secret] = await findNewSecrets(
    before.map((file) => file.text),
    text,
  );
  if (secret)
    return refused(
      `This change adds what looks like ${secret.name} to ${path}, line ${secret.line}. Use a placeholder instead.`,
    );
  const gained = [...added, ...repeated].sort((a, b) => a.line - b.line);
  return { refusal: null, addedCode: gained.map(({ line, text: code }) => ({ path, line, code })) };
}

const ONLY_REDIRECTS = (path: string) =>
  `${path} configures the site. A job can only add redirects to it, from an address of the site to another. Name any other change in your summary.`;

const ONLY_ENTRIES = (path: string) =>
  `${path} may run code when the site is built. A job can only add, remove and change plain names in its toctree, one a line. Name any other change in your summary.`;

/** Such a file decides what runs: only new redirects pass. */
function reviewRedirects(path: string, before: string | null, after: string): ReviewedFile {
  return refused(before !== null && addsOnlyRedirects(path, before, after) ? null : ONLY_REDIRECTS(path));
}

/** Reviews everything that a round changed, before it is pushed. @returns the first refusal */
export async function reviewChanges(workspace: Workspace, changes: readonly FileChange[]): Promise<ReviewedFile> {
  const gone = changes.flatMap(({ path, from, status }) =>
    status === "deleted" ? [path] : from === undefined ? [] : [from],
  );
  const addedCode: AddedCode[] = [];
  const lost = gone.find(isFixedFile);
  if (lost !== undefined) return refused(isTocTreeFile(lost) ? ONLY_ENTRIES(lost) : ONLY_REDIRECTS(lost));
  for (const { path, status } of changes) {
    const file = status === "deleted" ? null : await workspace.read(path);
    if (file === null) continue;
    const reviewed = await reviewFile(workspace, { ...file, origins: [path, ...gone] });
    if (reviewed.refusal !== null) return reviewed;
    addedCode.push(...reviewed.addedCode);
  }
  return { refusal: null, addedCode };
}

const refused = (refusal: string | null): ReviewedFile => ({ refusal, addedCode: [] });

function codeReaderOf(workspace: Workspace): Promise<ReadCode> {
  const known = codeReaders.get(workspace);
  if (known) return known;
  const making = readCodeDialect(workspace.start).then(createCodeReader);
  codeReaders.set(workspace, making);
  making.catch(() => codeReaders.delete(workspace));
  return making;
}

function sentence(path: string, { kind, line, text }: CodePiece): string {
  const shown = text.replace(/[\s\p{C}`]+/gu, " ").trim();
  const code = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  const remedy =
    kind === "import" || kind === "include"
      ? "Copy one from another page of the site exactly, or remove it."
      : "Put it in a code block, write it as plain text, or remove it.";
  return `This change adds ${nameOfKind(kind)} to ${path}, line ${line}: \`${code}\`. A job can't add code to files. ${remedy}`;
}

/** The keys of imports and includes that some page of the site has, as it was when the job began. */
async function knownToSite(
  workspace: Workspace,
  added: readonly CodePiece[],
  readCode: ReadCode,
): Promise<Set<string>> {
  const known = new Set<string>();
  for (const { kind, key, text } of added) {
    if ((kind !== "import" && kind !== "include") || known.has(key)) continue;
    const { matches } = await grepPages(workspace, { pattern: searchPattern(text) });
    const candidates = [...new Set(matches.map(({ path }) => path))].filter(isPageFile).slice(0, MAX_CANDIDATES);
    // The files as they were: an edit of the job must not vouch for its own import.
    for (const file of await workspace.start.readMany(candidates)) {
      for (const piece of readCode(file).pieces) if (piece.kind === kind) known.add(piece.key);
    }
  }
  return known;
}

/** Finds the lines that name what a statement takes in: an address of a package whole, a file by its name alone. */
function searchPattern(text: string): string {
  const parts = text.split(/["']/);
  const source = parts.length > 2 ? (parts.at(-2) ?? "") : text.trim();
  const name = source.startsWith(".") ? `/${source.slice(source.lastIndexOf("/") + 1)}` : source;
  return name.slice(0, 200).replace(/[.[\]*^$+?(){}|\\]/g, "\\$&");
}

/** Characters that no reader sees, or that show text in another order than it has. Line ends and tabs are seen. */
const HIDDEN = /[\p{Cf}\p{DI}\p{Cc}\u2028\u2029]/gu;
const SEEN = new Set(["\t", "\r", "\n"]);
const NAMES: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x00ad, 0x00ad, "a soft hyphen"],
  [0x061c, 0x061c, "a text direction mark"],
  [0x200b, 0x200b, "a zero-width space"],
  [0x200c, 0x200d, "a zero-width joiner"],
  [0x200e, 0x200f, "a text direction mark"],
  [0x202a, 0x202e, "a text direction override"],
  [0x2066, 0x2069, "a text direction override"],
  [0x2060, 0x2064, "an invisible operator"],
  [0xfe00, 0xfe0f, "a variation selector"],
  [0xfeff, 0xfeff, "a byte order mark inside the text"],
  [0xe0000, 0xe007f, "an invisible tag character"],
  [0xe0100, 0xe01ef, "a variation selector"],
];
// Letters alone: some marks of direction belong to the script themselves.
const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that join letters or keep them apart with ZWJ and ZWNJ, among them those of Persian and of India. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0f/u;
const HAN = /\p{Script=Han}/u;

/** An invisible character: its line, counted from 1, and its Unicode name. */
export type HiddenCharacter = { line: number; name: string };

/**
 * The first invisible character that a text has more often than the texts it comes from; null when there is none.
 *
 * What languages and emoji need passes: joiners between letters of the scripts that use them, marks of direction on lines of
 * Arabic or Hebrew, and selectors behind emoji.
 */
export function findHiddenCharacter(before: readonly string[], after: string): HiddenCharacter | null {
  const left = new Map<string, number>();
  for (const text of before) for (const [sign] of text.matchAll(HIDDEN)) left.set(sign, (left.get(sign) ?? 0) + 1);
  for (const [index, line] of after.split("\n").entries()) {
    let isRightToLeft: boolean | null = null;
    for (const match of line.matchAll(HIDDEN)) {
      const [sign] = match;
      if (SEEN.has(sign) || (sign === "\ufeff" && index === 0 && match.index === 0)) continue;
      const count = left.get(sign) ?? 0;
      if (count > 0) left.set(sign, count - 1);
      else {
        isRightToLeft ??= RIGHT_TO_LEFT.test(line);
        const near = {
          before: lastCharacter(line, match.index),
          after: firstCharacter(line, match.index + sign.length),
        };
        if (!isNeeded(sign, near, isRightToLeft)) return { line: index + 1, name: describe(sign) };
      }
    }
  }
  return null;
}

function isNeeded(sign: string, near: { before: string; after: string }, isRightToLeft: boolean): boolean {
  if (sign === "\u200d" && PICTURE.test(near.before) && PICTURE.test(near.after)) return true;
  if (sign === "\u200c" || sign === "\u200d")
    return JOINING.test(near.before) && (near.after === "" || JOINING.test(near.after));
  // Marks alone: embeddings and overrides can turn the code beside them around.
  if (sign === "\u200e" || sign === "\u200f" || sign === "\u061c") return isRightToLeft;
  if (sign === "\ufe0f") return /\p{Emoji}/u.test(near.before);
  if (sign === "\ufe0e") return /\p{Emoji}/u.test(near.before);
  return /[\u{e0100}-\u{e01ef}]/u.test(sign) && HAN.test(near.before);
}

const firstCharacter = (line: string, at: number) =>
  at < line.length ? String.fromCodePoint(line.codePointAt(at) ?? 0) : "";

function lastCharacter(line: string, before: number): string {
  const low = line.charCodeAt(before - 1);
  return low >= 0xdc00 && low <= 0xdfff ? line.slice(before - 2, before) : line.slice(Math.max(before - 1, 0), before);
}

function describe(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const name =
    NAMES.find(([from, to]) => code >= from && code <= to)?.[2] ??
    (code < 0xa0 ? "a control character" : "an invisible character");
  return `${name} (U+${code.toString(16).toUpperCase().padStart(4, "0")})`;
}
