import { isFixedFile, isInstructionFileInAnyCase, isPageFile, PAGE_ENDINGS } from "@docsteward/contract/docs-files";
import { GitError } from "@docsteward/git/error";
import type { SourceFiles } from "@docsteward/git/files/open-source";
import { isReadOnlyInstruction } from "@docsteward/git/rules/instruction-paths";
import type { Workspace } from "@docsteward/git/workspace";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { reviewFile } from "./file-rules.ts";
import { grepPageFiles, grepPages } from "./grep-pages.ts";
import { type JobSources, NO_SOURCES, OWN_CODE, type SourcePlace } from "./job-sources.ts";

/**
 * The job's files as the tools use them: the workspace, plus the habits an agent must keep.
 *
 * A file is read before it is changed, no edit brings new code, secrets or invisible characters into one, and every refusal is a
 * sentence that the model can act on.
 */
export type JobPages = {
  readonly workspace: Workspace;
  /** Their paths may be read, searched and logged, and never written. */
  readonly sources: JobSources;
  paths(): Promise<readonly string[]>;
  /** The files of the source that a path is in, with their whole paths; null for a path of the job's own repository. */
  sourcePaths(path: string): Promise<string[] | null>;
  /** The text of a file, which does not count as read by the model; null when there is none. */
  peek(path: string): Promise<string | null>;
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
  /** In a source, `isWanted` gets paths without `@name/`. */
  grep: Workspace["grep"];
  grepFiles: Workspace["grepFiles"];
} & Pick<Workspace["history"], "log" | "show">;

/** @param known files that the model has read in earlier rounds, and that are the same now */
export function createJobPages(
  workspace: Workspace,
  known: readonly string[] = [],
  sources: JobSources = NO_SOURCES,
): JobPages {
  const seen = new Set<string>(known);
  /** Lines that the model was shown of files it has not read. */
  const shown = new Map<string, Set<string>>();
  /** Files that the job has moved or removed: what stood in them may go on in another file. */
  const gone = new Set<string>();

  const requireOwn = (...paths: string[]) => {
    const path = paths.find((one) => sources.find(one) !== null);
    if (path !== undefined)
      throw new ToolRefusal(`${path} is in a source, which is read-only. Change pages of the docs instead.`);
  };
  /** Does something in the source that a path is in, or else in the job's own repository. */
  const inPlace = async <T>(
    path: string | undefined,
    work: { source: (files: SourceFiles, place: SourcePlace) => Promise<T>; own: () => Promise<T> },
  ): Promise<T> => {
    const place = path === undefined ? null : sources.find(path);
    if (place === null) return refusing(work.own);
    const files = await sources.open(place.name);
    return refusing(() => work.source(files, place));
  };

  const requireStays = (path: string) => {
    if (isFixedFile(path)) throw new ToolRefusal(`${path} configures the site. A job can't move or remove it.`);
  };

  const hintFor = async (path: string) => (await nearPath(workspace, path)) || codePath(sources, path);

  const read = async (path: string): Promise<string> => {
    const place = sources.find(path);
    if (place !== null) return readSource(sources, place);
    const isInstruction = isReadOnlyInstruction(path, { docsPath: workspace.docsPath });
    const file = await refusing(
      () => (isInstruction ? workspace.start.read(path) : workspace.read(path)),
      () => hintFor(path),
    );
    if (file === null) throw new ToolRefusal(await missingSentence(workspace, path));
    seen.add(path);
    return file.text;
  };

  const requireSeen = (path: string, olds: readonly string[] = []) => {
    if (seen.has(path)) return;
    const lines = [...(shown.get(path) ?? [])];
    const isShown = (part: string) => part === "" || lines.some((line) => line.includes(part));
    const isKnown = lines.length > 0 && olds.length > 0 && olds.every((old) => old.split(/\r?\n/).every(isShown));
    if (isKnown) return;
    const unseen =
      lines.length > 0 && olds.length > 0 ? " The text to replace is not in the lines that you have seen." : "";
    throw new ToolRefusal(`Read ${path} before you change it.${unseen}`);
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
    sources,
    paths: () => workspace.paths(),
    async sourcePaths(path) {
      const place = sources.find(path);
      if (place === null) return null;
      return (await sources.open(place.name)).paths().map((one) => `@${place.name}/${one}`);
    },
    async peek(path) {
      const source = (files: SourceFiles, place: SourcePlace) => files.read(place.path);
      return (await inPlace(path, { source, own: () => workspace.read(path) }))?.text ?? null;
    },
    read,
    async readForEdit(path, olds) {
      requireOwn(path);
      const file = await refusing(
        () => workspace.read(path),
        () => nearPath(workspace, path),
      );
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
      const place = sources.find(path);
      const paths = place ? (await sources.open(place.name)).paths() : await workspace.paths();
      if (place) {
        if (place.path === "" || paths.some((one) => isAtOrBelow(one, place.path))) return;
        throw new ToolRefusal(missingInSource(paths, place));
      }
      if (paths.some((one) => one === path || one.startsWith(`${path}/`))) return;
      // Says why, where the path is off limits.
      await refusing(
        () => workspace.exists(path),
        () => hintFor(path),
      );
      throw new ToolRefusal(await missingSentence(workspace, path));
    },
    async write(path, text) {
      requireOwn(path);
      const isNew = !(await refusing(() => workspace.exists(path)));
      if (isNew) requireNoInstructions(path);
      else await this.readForEdit(path);
      await replace(path, text);
      seen.add(path);
      return isNew;
    },
    replace,
    async remove(path) {
      requireOwn(path);
      if (!(await refusing(() => workspace.exists(path))))
        throw new ToolRefusal(await missingSentence(workspace, path));
      requireStays(path);
      await refusing(() => workspace.remove(path));
      gone.add(path);
      seen.delete(path);
      shown.delete(path);
    },
    async move(from, to) {
      requireOwn(from, to);
      if (!(await refusing(() => workspace.exists(from))))
        throw new ToolRefusal(await missingSentence(workspace, from));
      if (await refusing(() => workspace.exists(to)))
        throw new ToolRefusal(`${to} already exists. Choose another path.`);
      requireStays(from);
      requireNoInstructions(to);
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
    grep: (pattern, path, options) =>
      inPlace(path, {
        async source(files, place) {
          const { matches, more, isCut } = await files.grep(pattern, place.path, options);
          const named = more.map((file) => inSource(place, file));
          return { matches: matches.map((match) => inSource(place, match)), more: named, isCut };
        },
        own: () => grepPages(workspace, { pattern, path, options }),
      }),
    grepFiles: (pattern, path, options) =>
      inPlace(path, {
        async source(files, place) {
          const found = await files.grepFiles(pattern, place.path, options);
          return { files: found.files.map((file) => inSource(place, file)), isCut: found.isCut };
        },
        own: () => grepPageFiles(workspace, { pattern, path, options }),
      }),
    log: (path, lines) =>
      inPlace(path, {
        async source(files, place) {
          const { commits, isCut } = await files.history.log(place.path, lines);
          return { commits: commits.map((commit) => inSource(place, commit)), isCut };
        },
        own: () => workspace.history.log(path, lines),
      }),
    show: (name) =>
      inPlace(name, {
        source: (files, place) => files.history.show(place.path),
        own: () => workspace.history.show(name),
      }),
  };
}

const isAtOrBelow = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

const inSource = <T extends { path: string }>({ name }: SourcePlace, found: T): T => ({
  ...found,
  path: `@${name}/${found.path}`,
});

/** A new page `claude.md` is instructions for agents where file names have no case. */
function requireNoInstructions(path: string): void {
  if (!isInstructionFileInAnyCase(path)) return;
  throw new ToolRefusal(`${path} would be instructions for agents on some systems. Choose another name.`);
}

async function readSource(sources: JobSources, place: SourcePlace): Promise<string> {
  const files = await sources.open(place.name);
  const file = await refusing(() => files.read(place.path));
  if (file === null) throw new ToolRefusal(missingInSource(files.paths(), place));
  return file.text;
}

function missingInSource(paths: readonly string[], { name, path }: SourcePlace): string {
  const last = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const near = last === "" ? [] : paths.filter((one) => one.toLowerCase().includes(last)).slice(0, 3);
  const hint = near.length > 0 ? ` Did you mean ${near.map((one) => `@${name}/${one}`).join(" or ")}?` : "";
  return `The source @${name} has no file ${path || "without a path"}.${hint || ` List its files with the glob @${name}/**.`}`;
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

/** A file that is no page can be read as code, where the job has that. */
function codePath(sources: JobSources, path: string): string {
  const code = `@${OWN_CODE}/${path}`;
  return sources.find(code) === null ? "" : ` Files beside the pages are read as ${code}.`;
}

/** Links and navigation name pages without their ending, and without the docs folder, and so do people. */
async function nearPath(workspace: Workspace, path: string): Promise<string> {
  const places = [path, `${workspace.docsPath}/${path}`];
  const meant = new Set(places.flatMap((place) => [place, ...PAGE_ENDINGS.map((ending) => place + ending)]));
  const near = (await workspace.paths()).filter((one) => meant.has(one));
  return near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
}

/**
 * Turns the refusals of the path rules into sentences for the model; everything else stays an error of the job.
 *
 * @param hint what the sentence ends with
 */
async function refusing<T>(run: () => Promise<T>, hint: () => Promise<string> = async () => ""): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GitError && (error.code === "path_refused" || error.code === "limit_reached")) {
      throw new ToolRefusal(`${error.message}${await hint()}`, {}, { cause: error });
    }
    throw error;
  }
}
