import { isPageFile } from "@docsteward/contract/docs-files";
import { matchesPaths } from "@docsteward/docs/site/path-patterns";
import type { DriftReport } from "@docsteward/drift/find-false-pages";
import type { GivenPage } from "@docsteward/drift/repository/corpus";
import { roleOf } from "@docsteward/drift/repository/file-role";
import { listChanges, listFiles } from "@docsteward/drift/repository/source-repository";
import { fetchBlobs, jobRef, pinCommit, releaseJobRefs } from "@docsteward/git/cache/job-refs";
import { openRepositoryCache, type RepositoryCache } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import { openCommit } from "@docsteward/git/files/open-commit";
import { type LocalRepository, openLocalRepository } from "@docsteward/git/local/local-repository";
import { boundedPool } from "@docsteward/platform/bounded/bounded-pool";
import type { OpenedRun } from "@docsteward/services/automation/open-runs";
import type { SourceChange } from "@docsteward/services/automation/prompt";
import { hostKindOf } from "@docsteward/services/git-host";
import type { WorkerDependencies } from "../dependencies.ts";
import { type DriftTask, FIND_DRIFT, type GitQuestion } from "./drift-task.ts";

const CPU_SECONDS = 60;
const MAX_PAGES_CHARACTERS = 50_000_000;
const MAX_DIFFERENCE_BYTES = 60_000;

const silent = (silence: string): SourceChange => ({ silence, pages: [], difference: "" });

/**
 * Says what the commits of a run do to the docs: which pages the change of a source makes false, or whether a push touches the files
 * that an automation is about. No model is asked.
 *
 * @returns null for a run without commits
 * @throws GitError and BoundedError with a sentence for people
 */
export async function findChange(
  parts: Pick<WorkerDependencies, "services">,
  run: OpenedRun,
  signal: AbortSignal,
): Promise<SourceChange | null> {
  const { trigger, data, definition, project, source } = run;
  const { base, head } = data;
  if (!base || !head) return null;
  if (trigger === "push") {
    const { repository } = project;
    const { paths } = definition.on.push ?? {};
    return withCommits(parts, { run, repository, access: run.docs.access, signal }, async (opened) =>
      (await isAllOwn(opened, run, [base, ...(data.steps ?? []), head]))
        ? silent("The push is a pull request of Docsteward.")
        : explainPaths(opened, { base, head, paths }),
    );
  }
  if (trigger !== "merge" && trigger !== "pull_request") return null;
  if (source === null) return silent(`The project has no source @${data.source}.`);
  return withCommits(parts, { run, ...source, signal }, async (opened, fetchFiles) => {
    const { paths, labels } = definition.on[trigger] ?? {};
    const outside = await explainPaths(opened, { base, head, paths });
    if (outside !== null) return outside;
    // A report was asked about its labels when it came.
    const wanted = trigger === "merge" ? labels : undefined;
    const known = wanted && (await findOrigin(opened, run, { base, head }));
    if (wanted && !wanted.some((label) => known?.labels.includes(label)))
      return silent("No pull request of the change has one of the labels.");
    await fetchFiles();
    const pages = await readPages(parts, run, signal);
    const report = await findDrift(opened, { base, head, pages, bounds: opened.bounds }, { run, signal });
    const change = await toChange(opened, report);
    if (change.pages.length === 0) return change;
    const { pulls, authors } = known ?? (await findOrigin(opened, run, { base, head }).catch(withoutOrigin(run)));
    return { ...change, pulls, authors };
  });
}

/** Names and links are no reason to leave pages false: a source may be readable without the App, and GitHub has limits. */
const withoutOrigin =
  ({ data }: OpenedRun) =>
  (error: unknown): Origin => {
    if (!(error instanceof GitError)) throw error;
    return { pulls: data.pull ? [data.pull] : [], authors: [], labels: [] };
  };

type Origin = { pulls: { number: number; url: string }[]; authors: string[]; labels: string[] };

/** Commits of a branch that are asked about at most: each is a request. */
const MAX_COMMITS = 10;

/** The pull requests that brought a change, and who wrote them; none where the host knows of none. */
async function findOrigin(
  { git }: LocalRepository,
  { data, source }: OpenedRun,
  { base, head }: { base: string; head: string },
): Promise<Origin> {
  if (source === null) return { pulls: [], authors: [], labels: [] };
  if (data.pull) {
    const author = (await source.pullOf(data.pull.number))?.author ?? null;
    return { pulls: [data.pull], authors: author === null ? [] : [author], labels: [] };
  }
  // The server's own copy has the newest commit and those that were seen while the run waited.
  const listed = await git({ args: ["rev-list", "--first-parent", `--max-count=${MAX_COMMITS}`, head, `^${base}`] });
  const shas = new Set([head, ...(data.steps ?? []), ...listed.stdout.toString("latin1").split("\n").filter(Boolean)]);
  const found = new Map<number, Awaited<ReturnType<typeof source.pullsOf>>[number]>();
  for (const sha of [...shas].slice(0, MAX_COMMITS))
    for (const pull of await source.pullsOf(sha)) if (pull.mergeSha !== null) found.set(pull.number, pull);
  const pulls = [...found.values()];
  return {
    pulls: pulls.map(({ number, url }) => ({ number, url })),
    authors: [...new Set(pulls.flatMap(({ author }) => author ?? []))],
    labels: pulls.flatMap(({ labels }) => labels),
  };
}

/** Whether each move of the branch was a merge of Docsteward: a person's push that waited with one still counts. */
async function isAllOwn(opened: LocalRepository, run: OpenedRun, heads: readonly string[]): Promise<boolean> {
  for (const [index, head] of heads.slice(1).entries())
    if (!(await isOwnMerge(opened, run, { base: heads[index] ?? "", head }))) return false;
  return true;
}

/** Whether the newest commit is a pull request's own, or merges one and nothing else, or holds the same files on the same base. */
async function isOwnMerge(
  { git }: LocalRepository,
  run: OpenedRun,
  { base, head }: { base: string; head: string },
): Promise<boolean> {
  // Not rev-parse: a copy that is one commit deep has no parents for it.
  const { stdout, code } = await git({ args: ["cat-file", "commit", head], okCodes: [1, 128] });
  if (code !== 0) return false;
  const [header = ""] = stdout.toString("latin1").split("\n\n", 1);
  const parents = header.split("\n").flatMap((line) => (line.startsWith("parent ") ? [line.slice(7)] : []));
  const [first, ...merged] = parents;
  const [, tree = ""] = /^tree ([0-9a-f]{40})/.exec(header) ?? [];
  return (
    (await run.isOwn([head])) ||
    (first === base && merged.length > 0 && (await run.isOwn(merged))) ||
    (first === base && (await run.isOwnSquash({ head, tree })))
  );
}

type Commits = {
  run: OpenedRun;
  repository: string;
  access: OpenedRun["docs"]["access"];
  signal: AbortSignal;
};
type Work = (opened: LocalRepository, fetchFiles: () => Promise<void>) => Promise<SourceChange | null>;

/** Opens a repository with both commits of a run: in place when it is on this machine, else in the server's own copy. */
async function withCommits(
  { services }: Pick<WorkerDependencies, "services">,
  { run, repository, access, signal }: Commits,
  work: Work,
): Promise<SourceChange | null> {
  const { base = "", head = "", source } = run.data;
  const { dataDir, repositoryBounds: bounds } = services;
  if (hostKindOf(repository) === "local") {
    const opened = await openLocalRepository(repository, bounds);
    const isGone = !(await hasCommit(opened, base ?? ""));
    return isGone ? silent(goneSentence(source, base, head)) : work(opened, async () => undefined);
  }
  using cache = await openRepositoryCache({ dataDir, repository, access, signal, bounds });
  const holder = `automation-${run.id}`;
  try {
    const isGone = await pinCommit(cache, base ?? "", jobRef(holder, "base")).then(
      () => false,
      (error: unknown) => {
        if (error instanceof GitError && error.code === "ref_not_found") return true;
        throw error;
      },
    );
    if (isGone) return silent(goneSentence(source, base, head));
    await pinCommit(cache, head, jobRef(holder, "start"));
    // One that was replaced since is no merge of ours: the push counts.
    for (const step of run.data.steps ?? [])
      await pinCommit(cache, step, jobRef(holder, "branch")).catch(ignoreMissing);
    return await work(cache, () => fetchCode(cache, [base ?? "", head]));
  } finally {
    await releaseJobRefs(cache, holder);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof GitError && error.code === "ref_not_found")) throw error;
}

const goneSentence = (source: string | undefined, base: string | null | undefined, head: string) =>
  `The history of ${source ? `@${source}` : "the docs"} was rewritten: commit ${base?.slice(0, 10)} is gone. It is followed from ${head.slice(0, 10)} on.`;

async function hasCommit({ git }: LocalRepository, sha: string): Promise<boolean> {
  const { code } = await git({ args: ["cat-file", "-e", `${sha}^{commit}`], okCodes: [1, 128] });
  return code === 0;
}

/** Brings what drift reads of two commits into the server's own copy, in one request. */
async function fetchCode(cache: RepositoryCache, commits: readonly string[]): Promise<void> {
  const shas = new Set<string>();
  for (const commit of commits)
    for (const { path, sha } of await listFiles(cache, commit)) if (roleOf(path) !== "other") shas.add(sha);
  await fetchBlobs(cache, [...shas]);
}

/** @returns why a change outside of the paths needs nothing; null when it is inside */
async function explainPaths(
  repository: LocalRepository,
  { base, head, paths }: { base: string; head: string; paths: string[] | undefined },
): Promise<SourceChange | null> {
  if (paths === undefined) return null;
  const isWatched = matchesPaths(paths.map((pattern) => ({ pattern: pattern.replace(/\/$/, ""), isAnywhere: false })));
  const changes = await listChanges(repository, base, head);
  return changes.some(({ path }) => isWatched(path)) ? null : silent("The change touches none of the paths.");
}

/** The pages of the docs as they are now, in their order as far as they fit. */
async function readPages(
  { services }: Pick<WorkerDependencies, "services">,
  { id, project, docs }: OpenedRun,
  signal: AbortSignal,
): Promise<GivenPage[]> {
  const { dataDir, repositoryBounds: bounds } = services;
  const { repository, baseRef: ref, docsPath } = project;
  using cache = await openRepositoryCache({ dataDir, repository, access: docs.access, signal, bounds });
  const files = await openCommit(cache, { holder: `automation-docs-${id}`, ref, docsPath });
  try {
    const pages: GivenPage[] = [];
    let characters = 0;
    const paths = (await files.paths()).filter(isPageFile);
    for (const { path, text } of await files.readMany(paths)) {
      characters += text.length;
      if (characters > MAX_PAGES_CHARACTERS) break;
      pages.push({ path, text });
    }
    return pages;
  } finally {
    await files.close();
  }
}

async function findDrift(
  repository: LocalRepository,
  task: DriftTask,
  { run, signal }: { run: OpenedRun; signal: AbortSignal },
): Promise<DriftReport> {
  const answers = { git: (question: GitQuestion) => repository.git({ ...question, signal }) };
  const options = { cpuSeconds: CPU_SECONDS, signal, answers, owner: run.project.id };
  return boundedPool().run<DriftReport>(FIND_DRIFT, task, options);
}

async function toChange(repository: LocalRepository, report: DriftReport): Promise<SourceChange> {
  if (report.silence !== null) return silent(report.silence);
  const pages = report.pages.map(({ path, reasons }) => ({
    path,
    reasons: reasons.map(({ kind, message, lines, source }) => ({ kind, message, lines, source })),
  }));
  const paths = new Set(report.pages.flatMap(({ reasons }) => reasons.flatMap(({ source }) => source?.path ?? [])));
  const { stdout } = await repository.git({
    args: ["diff", "--no-color", "--no-ext-diff", "--no-textconv", report.base, report.head, "--", ...paths],
    maxBytes: MAX_DIFFERENCE_BYTES,
    overflow: "cut",
    env: { GIT_LITERAL_PATHSPECS: "1" },
  });
  return { silence: null, pages, difference: paths.size === 0 ? "" : stdout.toString("utf8") };
}
