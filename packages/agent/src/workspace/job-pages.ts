import { isPageFile } from "@docsteward/contract/docs-files";
import { GitError } from "@docsteward/git/error";
import { isReadOnlyInstruction } from "@docsteward/git/rules/instruction-paths";
import type { Workspace } from "@docsteward/git/workspace";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { reviewFile } from "./file-rules.ts";

/**
 * The job's files as the tools use them: the workspace, plus the habits an agent must keep.
 *
 * A file is read before it is changed, no edit brings new code, secrets or invisible characters into one, and every refusal is a
 * sentence that the model can act on.
 */
export type JobPages = {
  readonly workspace: Workspace;
  paths(): Promise<string[]>;
  /** @throws ToolRefusal when there is no such file, naming the nearest one */
  read(path: string): Promise<string>;
  /**
   * The text of a file the model has read; else a refusal that says to read it first.
   *
   * @param olds what is to be replaced: it is enough to have been shown these lines
   */
  readForEdit(path: string, olds?: readonly string[]): Promise<string>;
  /** Notes that the model was shown these lines of a file. */
  markShown(path: string, lines: readonly string[]): void;
  /** Refuses a file or folder that no search looks into. */
  requireReadable(path: string): Promise<void>;
  /** @returns whether the file is new */
  write(path: string, text: string): Promise<boolean>;
  /** Writes a file that may be edited: the caller has asked for its text with `readForEdit`, or changes it by rule. */
  replace(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  grep: Workspace["grep"];
  grepFiles: Workspace["grepFiles"];
} & Workspace["history"];

/** @param known files that the model has read in earlier rounds, and that are the same now */
export function createJobPages(workspace: Workspace, known: readonly string[] = []): JobPages {
  const seen = new Set<string>(known);
  /** Lines that the model was shown of files it has not read. */
  const shown = new Map<string, Set<string>>();
  /** Files that the job has moved or removed: what stood in them may go on in another file. */
  const gone = new Set<string>();

  const read = async (path: string): Promise<string> => {
    const isInstruction = isReadOnlyInstruction(path, { docsPath: workspace.docsPath });
    const file = await refusing(() => (isInstruction ? workspace.start.read(path) : workspace.read(path)));
    if (file === null) throw new ToolRefusal(await missingSentence(workspace, path));
    seen.add(path);
    return file.text;
  };

  const requireSeen = (path: string, olds: readonly string[] = []) => {
    if (seen.has(path)) return;
    const lines = [...(shown.get(path) ?? [])];
    const isShown = (part: string) => part === "" || lines.some((line) => line.includes(part));
    const isKnown = lines.length > 0 && olds.length > 0 && olds.every((old) => old.split(/\r?\n/).every(isShown));
    if (!isKnown) throw new ToolRefusal(`Read ${path} before you change it.`);
  };

  const replace = async (path: string, text: string) => {
    await requireAllowed(path, text, gone);
    const lines = shown.get(path);
    const before = lines && (await refusing(() => workspace.read(path)))?.text.split(/\r?\n/);
    await refusing(() => workspace.write(path, text));
    // A shown line stays shown when a rule has changed an address in it: `move` does.
    const now = text.split(/\r?\n/);
    if (before?.length !== now.length) return;
    for (const [at, line] of before.entries()) if (lines?.has(line)) lines.add(now[at] ?? "");
  };

  const requireAllowed = async (path: string, text: string, origins: Iterable<string>) => {
    const { refusal } = await reviewFile(workspace, { path, text, origins: [path, ...origins] });
    if (refusal !== null) throw new ToolRefusal(refusal);
  };

  return {
    workspace,
    paths: () => workspace.paths(),
    read,
    async readForEdit(path, olds) {
      const file = await refusing(() => workspace.read(path));
      if (file === null) throw new ToolRefusal(await missingSentence(workspace, path));
      requireSeen(path, olds);
      return file.text;
    },
    markShown(path, lines) {
      if (seen.has(path)) return;
      const known = shown.get(path) ?? new Set();
      shown.set(path, known);
      for (const line of lines) known.add(line);
    },
    async requireReadable(path) {
      const paths = await workspace.paths();
      if (paths.some((one) => one === path || one.startsWith(`${path}/`))) return;
      // Says why, where the path is off limits.
      await refusing(() => workspace.exists(path));
      throw new ToolRefusal(await missingSentence(workspace, path));
    },
    async write(path, text) {
      const isNew = !(await refusing(() => workspace.exists(path)));
      if (!isNew) await this.readForEdit(path);
      await replace(path, text);
      seen.add(path);
      return isNew;
    },
    replace,
    async remove(path) {
      if (!(await refusing(() => workspace.exists(path))))
        throw new ToolRefusal(await missingSentence(workspace, path));
      await refusing(() => workspace.remove(path));
      gone.add(path);
      seen.delete(path);
      shown.delete(path);
    },
    async move(from, to) {
      if (!(await refusing(() => workspace.exists(from))))
        throw new ToolRefusal(await missingSentence(workspace, from));
      if (await refusing(() => workspace.exists(to)))
        throw new ToolRefusal(`${to} already exists. Choose another path.`);
      if (isPageFile(from) !== isPageFile(to)) throw new ToolRefusal(`${to} must have the same file type as ${from}.`);
      // The same text may be code at another path: in a folder of another site, or with another ending.
      const file = await refusing(() => workspace.read(from));
      if (file !== null) await requireAllowed(to, file.text, [from, ...gone]);
      await refusing(() => workspace.move(from, to));
      gone.add(from);
      if (seen.delete(from)) seen.add(to);
      const lines = shown.get(from);
      if (lines && shown.delete(from)) shown.set(to, lines);
    },
    grep: (...input) => refusing(() => workspace.grep(...input)),
    grepFiles: (...input) => refusing(() => workspace.grepFiles(...input)),
    log: (...input) => refusing(() => workspace.history.log(...input)),
    show: (name) => refusing(() => workspace.history.show(name)),
  };
}

async function missingSentence(workspace: Workspace, path: string): Promise<string> {
  const name =
    path
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "") ?? path;
  const near = (await workspace.paths()).filter((other) => other.includes(name)).slice(0, 3);
  return `File ${path} not found.${near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : " Use glob or list to find it."}`;
}

/** Turns the refusals of the path rules into sentences for the model; everything else stays an error of the job. */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GitError && (error.code === "path_refused" || error.code === "limit_reached")) {
      throw new ToolRefusal(error.message, {}, { cause: error });
    }
    throw error;
  }
}
