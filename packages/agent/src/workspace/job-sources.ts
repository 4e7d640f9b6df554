import { openRepositoryCache, type RepositoryCache } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import { openSource, type SourceFiles } from "@docsteward/git/files/open-source";
import type { RepositoryBounds } from "@docsteward/git/rules/repository-bounds";
import { oncePer } from "@docsteward/platform/once-per";
import type { SourceRead } from "../journal.ts";
import type { SourcePort } from "../ports.ts";
import { ToolRefusal } from "../tools/tool-refusal.ts";

/** A path in a source: `@app/src/main.ts` is `src/main.ts` of `app`, and `@app` its root. */
export type SourcePlace = { name: string; path: string };

/** The repositories that a job reads beside its own. Each is opened when the job first looks there. */
export type JobSources = {
  /** Those that are asked whether they know a name: the project's, and the job's own code once the job has looked there. */
  asked(): readonly string[];
  /** Null for a path that is in no source of the project. */
  find(path: string): SourcePlace | null;
  /** @throws ToolRefusal when the source can't be read: the job continues without it */
  open(name: string): Promise<SourceFiles>;
  close(): Promise<void>;
};

export const NO_SOURCES: JobSources = {
  asked: () => [],
  find: () => null,
  open: async (name) => {
    throw new ToolRefusal(`This project has no source @${name}.`);
  },
  close: async () => undefined,
};

/** The source that is the code of the job's own repository, at the commit that the round is based on. */
export const OWN_CODE = "code";

/** Fewer are the settings and components of a site. */
const MIN_CODE_FILES = 20;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|cs|fs|swift|scala|exs?|clj|dart|c|cc|cpp|h|hpp|m|lua|zig|hs|ml|ps1|psm1|sh|proto|sql)$/i;

type OwnCodeInput = {
  sources: readonly SourcePort[];
  /** Whatever the repository has. Commits whose files have the same names share the set. */
  files: ReadonlySet<string>;
  source: Pick<SourcePort, "repository" | "access"> & { commit: string };
};

/**
 * The code that lies beside the pages in the job's own repository: what a page says of the product is looked up there. Null where
 * there is next to none, and where a source of the project has the name.
 */
export function ownCode({ sources, files, source }: OwnCodeInput): SourcePort | null {
  if (sources.some(({ name }) => name === OWN_CODE) || !holdsCode(files)) return null;
  const { repository, commit, access } = source;
  return { name: OWN_CODE, repository, ref: commit, access, note: async () => undefined };
}

const holdsCode = oncePer((files: ReadonlySet<string>): boolean => {
  let count = 0;
  for (const path of files) if (CODE.test(path)) count += 1;
  return count >= MIN_CODE_FILES;
});

/** The sources whose name is no folder of the docs: pages in a folder `@app` stay readable, and the settings say what hides the source. */
export async function withoutHidden(sources: readonly SourcePort[], paths: readonly string[]): Promise<SourcePort[]> {
  if (sources.length === 0) return [];
  const folders = new Set(paths.filter((path) => path.startsWith("@")).map((path) => path.split("/", 1)[0]));
  const isHidden = ({ name }: SourcePort) => folders.has(`@${name}`);
  for (const { name, note } of sources.filter(isHidden))
    await note({ error: `The docs have a folder @${name}, and jobs read it instead. Rename the source.` });
  return sources.filter((source) => !isHidden(source));
}

type JobSourcesInput = {
  sources: readonly SourcePort[];
  jobId: string;
  dataDir: string;
  bounds: RepositoryBounds;
  signal: AbortSignal;
  /** Commits that the round has read before: a round reads one commit of each source, whichever worker runs it. */
  commits: ReadonlyMap<string, string>;
  /** Hears what a source was opened at, or why it was not. */
  onRead(read: SourceRead): Promise<void>;
};

const PLACE = /^@([a-z0-9-]+)(?:\/(.*))?$/s;

/** @param input where the sources are; nothing is fetched yet */
export function createJobSources(input: JobSourcesInput): JobSources {
  const { sources, jobId, dataDir, bounds, signal, commits, onRead } = input;
  const byName = new Map(sources.map((source) => [source.name, source]));
  const opening = new Map<string, Promise<SourceFiles>>();
  const closers: (() => Promise<void>)[] = [];

  const open = async (source: SourcePort): Promise<SourceFiles> => {
    const { name, repository, ref } = source;
    let cache: RepositoryCache | null = null;
    try {
      // The cache may hold the commit from before: whether the project may still read it is asked all the same.
      await source.access();
      cache = await openRepositoryCache({ dataDir, repository, access: source.access, signal, bounds });
      const files = await openSource(cache, { holder: `${jobId}-${name}`, ref: commits.get(name) ?? ref });
      const { close } = cache;
      closers.push(() => files.close().finally(close));
      if (!commits.has(name)) await onRead({ name, ref, commit: files.commit });
      return refusing(name, files, signal);
    } catch (error) {
      cache?.close();
      signal.throwIfAborted();
      if (!(error instanceof GitError)) throw error;
      await onRead({ name, ref, error: error.message });
      throw unreadable(name, error);
    }
  };

  return {
    asked: () => [...byName.keys()].filter((name) => name !== OWN_CODE || opening.has(name)),
    find(path) {
      const [, name = "", rest = ""] = PLACE.exec(path) ?? [];
      return byName.has(name) ? { name, path: rest } : null;
    },
    open(name) {
      const source = byName.get(name);
      if (source === undefined) return NO_SOURCES.open(name);
      const known = opening.get(name);
      if (known) return known;
      const files = open(source);
      opening.set(name, files);
      files.catch(() => undefined);
      return files;
    },
    async close() {
      await Promise.allSettled(opening.values());
      await Promise.all(closers.map((close) => close()));
    },
  };
}

/** Git's own sentence stays out: it names the repository, and the model's words may reach a public pull request. */
const unreadable = (name: string, cause: GitError) =>
  new ToolRefusal(`The source @${name} can't be read. Continue without it, and say so in \`reply\`.`, {}, { cause });

/** The files of a source, where a repository that is lost meanwhile is a refusal of the call and not the end of the job. */
function refusing(name: string, files: SourceFiles, signal: AbortSignal): SourceFiles {
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GitError)) throw error;
      if (error.code === "path_refused" || error.code === "limit_reached") throw error;
      throw unreadable(name, error);
    }
  };
  return {
    ...files,
    history: {
      log: (path, lines) => guard(() => files.history.log(path, lines)),
      show: (commit) => guard(() => files.history.show(commit)),
      pageCommits: () => guard(() => files.history.pageCommits()),
    },
    read: (path) => guard(() => files.read(path)),
    grep: (pattern, path, options) => guard(() => files.grep(pattern, path, options)),
    grepFiles: (pattern, path, options) => guard(() => files.grepFiles(pattern, path, options)),
  };
}
