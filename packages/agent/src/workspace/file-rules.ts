import { isPageFile } from "@docsteward/contract/docs-files";
import { type CodeDialect, readCodeDialect } from "@docsteward/docs/code/code-dialect";
import { type CodePiece, nameOfKind } from "@docsteward/docs/code/code-piece";
import { compareCode, fileCode, type SourceFile } from "@docsteward/docs/code/page-code";
import type { FileChange, Workspace } from "@docsteward/git/workspace";
import { findNewSecrets } from "../publish/leak-checks.ts";
import { findHiddenCharacter } from "./invisible-text.ts";

/** Code that a page gained and may have: what ran there before, or an import that other pages of the site have. */
export type AddedCode = { path: string; line: number; code: string };

/** A file as a job wants it, and the files at the job's first commit that it comes from. */
export type WrittenFile = SourceFile & { origins: readonly string[] };

/** Verdict on a file. `refusal` is a sentence for the model, or null; `addedCode` is for the reviewer. */
export type ReviewedFile = { refusal: string | null; addedCode: AddedCode[] };

const MAX_CANDIDATES = 20;
const MAX_SHOWN = 160;
const dialects = new WeakMap<Workspace, Promise<CodeDialect>>();

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
  const dialect = await dialectOf(workspace);
  const { added, repeated } = compareCode({ path, text }, before, dialect);
  const known = added.length === 0 ? new Set<string>() : await knownToSite(workspace, added, dialect);
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

/** Reviews everything that a round changed, before it is pushed. @returns the first refusal */
export async function reviewChanges(workspace: Workspace, changes: readonly FileChange[]): Promise<ReviewedFile> {
  const gone = changes.flatMap(({ path, from, status }) =>
    status === "deleted" ? [path] : from === undefined ? [] : [from],
  );
  const addedCode: AddedCode[] = [];
  for (const { path, status } of changes) {
    const file = status === "deleted" ? null : await workspace.read(path);
    if (file === null) continue;
    const reviewed = await reviewFile(workspace, { ...file, origins: [path, ...gone] });
    if (reviewed.refusal !== null) return reviewed;
    addedCode.push(...reviewed.addedCode);
  }
  return { refusal: null, addedCode };
}

const refused = (refusal: string): ReviewedFile => ({ refusal, addedCode: [] });

function dialectOf(workspace: Workspace): Promise<CodeDialect> {
  const known = dialects.get(workspace);
  if (known) return known;
  const reading = readCodeDialect(workspace.start);
  dialects.set(workspace, reading);
  reading.catch(() => dialects.delete(workspace));
  return reading;
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
  dialect: CodeDialect,
): Promise<Set<string>> {
  const known = new Set<string>();
  for (const { kind, key, text } of added) {
    if ((kind !== "import" && kind !== "include") || known.has(key)) continue;
    const { matches } = await workspace.grep(searchPattern(text));
    const candidates = [...new Set(matches.map(({ path }) => path))].filter(isPageFile).slice(0, MAX_CANDIDATES);
    // The files as they were: an edit of the job must not vouch for its own import.
    for (const file of await workspace.start.readMany(candidates)) {
      for (const piece of fileCode(file, dialect).pieces) if (piece.kind === kind) known.add(piece.key);
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
