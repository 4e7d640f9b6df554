import type { Job } from "@docsteward/db/client";
import type { TestGitHub } from "@docsteward/git/testing-github";
import { reply, type Script } from "@docsteward/model-script/script";
import { createJob } from "@docsteward/services/job/create";
import { sendMessage } from "@docsteward/services/job/send-message";
import { seedProject } from "@docsteward/services/testing";
import { type GitHubWorker, startGitHubWorker } from "@docsteward/worker/testing/worker";
import { expect } from "vitest";

type ForgeRepository = TestGitHub["repository"];
export type Fault = Parameters<TestGitHub["forge"]["addFault"]>[0];

const PAGES = Object.fromEntries(Array.from({ length: 6 }, (_, page) => [`page-${page}.mdx`, `Page ${page}: old.\n`]));

/** Every round rewrites one page, in three turns. */
const script: Script = ({ turn }) => {
  const path = `page-${Math.floor(turn / 3)}.mdx`;
  return [
    reply.tool("read", { path }),
    reply.tool("edit", { path, old: "old", new: "new" }),
    reply.tool("finish", { title: `Renew ${path}`, summary: "Renewed." }),
  ][turn % 3];
};

/** Answers that come too late are short enough to wait for, and the others long enough for a busy machine. */
const PATIENCE = { firstWaitMs: 5, timeoutMs: 5_000 };
const TOO_LATE_MS = 7_000;

type Failure = Omit<Fault, "at">;

/** What goes wrong once, with nothing done, and may not be noticed. */
export const PASSING: readonly Failure[] = [
  { kind: "server_error" },
  { kind: "cut" },
  { kind: "secondary_limit", seconds: 0 },
  { kind: "primary_limit", seconds: 0 },
  { kind: "too_many_requests", seconds: 0 },
  { kind: "slow", delayMs: 300 },
  { kind: "bad_credentials" },
];
/** The request was carried out, and its answer was lost. */
export const UNHEARD: readonly Failure[] = [{ kind: "cut_after" }];
/** The client has given up by then, and the request is carried out anyway. */
export const TOO_LATE: readonly Failure[] = [{ kind: "slow", delayMs: TOO_LATE_MS }];
export const REFUSALS: readonly Failure[] = [{ kind: "not_found" }, { kind: "unprocessable" }, { kind: "forbidden" }];
/** A permanent failure: retries do not help. */
export const LASTING: readonly Failure[] = [
  { kind: "server_error", times: 1_000 },
  { kind: "bad_credentials", times: 1_000 },
];

/** Every request meets every failure in `pnpm test:faults`, and one failure of each list among the other tests. */
const IS_WHOLE = process.env.FAULTS === "all";

/** The turns of a list: in each, every request meets another failure of it than in the turns before. */
export function turnsOf(failures: readonly Failure[]): { turn: number }[] {
  return Array.from({ length: IS_WHOLE ? failures.length : 1 }, (_, turn) => ({ turn }));
}

/** What the request at a place of its list meets in each turn of the failures, one after another. */
export function inTurns(failures: readonly Failure[], place: number): Failure[] {
  return turnsOf(failures).flatMap(({ turn }) => at(failures, place + turn));
}

/** One failure for each route: the next one of the list, from the one whose turn it is. */
export function spread(routes: readonly string[], failures: readonly Failure[], from: number): Fault[] {
  return routes.flatMap((route, place) => at(failures, from + place).map((failure) => ({ ...failure, at: route })));
}

const at = (failures: readonly Failure[], place: number) => {
  const start = place % failures.length;
  return failures.slice(start, start + 1);
};

export type FaultyGitHub = AsyncDisposable & {
  /**
   * Runs a job, a round for each list of faults, on a repository of its own; and one more without any when the last one failed.
   *
   * Expects that each ends well or by a name, that the last one ends well, and that there is one pull request in the end, with
   * no commit in it twice.
   */
  endure(rounds: readonly (readonly Fault[])[], rules?: Parameters<ForgeRepository["setRules"]>[1]): Promise<Job[]>;
};

/** A forge and a worker for many repositories, each with separate faults. */
export async function startFaultyGitHub(): Promise<FaultyGitHub> {
  const opened = await startGitHubWorker(script, { services: { gitHubPatience: PATIENCE } });
  const { forge, installation } = opened.at;
  forge.select(installation);
  forge.addPerson("ada");
  let count = 0;
  return {
    async endure(rounds, rules = {}) {
      count += 1;
      const repository = await forge.addRepository({ owner: "acme", name: `case-${count}`, files: PAGES });
      repository.setRole("ada", "write");
      repository.setRules("*", rules);
      return endure(opened, repository, rounds);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

async function endure(
  { worker, at: { forge } }: GitHubWorker,
  repository: ForgeRepository,
  rounds: readonly (readonly Fault[])[],
): Promise<Job[]> {
  const site = await seedProject(worker.services, { repository: repository.url() });
  const ctx = { ...site, actor: { kind: "github", login: "ada" } as const };
  const name = `${repository.owner}/${repository.name()}`;
  const ended: Job[] = [];
  const work = async (faults: readonly Fault[]) => {
    forge.clearFaults(name);
    for (const fault of faults) forge.addFault({ ...fault, repository: name });
    const id = ended[0]?.id ?? (await createJob(ctx, { prompt: "Renew a page" })).job.id;
    if (ended.length > 0) await sendMessage(ctx, { id, prompt: `Renew another one, ${ended.length}` });
    const job = await worker.end(id);
    ended.push(job);
    if (job.status === "failed") expectNamed(job);
    expect(repository.pulls().length).toBeLessThan(2);
    return job;
  };
  for (const faults of rounds) await work(faults);
  if (ended.at(-1)?.status === "failed") await work([]);
  await expectOnePullRequest({ job: ended.at(-1), repository });
  return ended.slice(0, rounds.length);
}

const CODES: readonly (string | null)[] = ["git_misconfigured", "push_refused", "limit_reached", "internal"];

function expectNamed({ failureCode, failureReason }: Job): void {
  expect(CODES).toContain(failureCode);
  // A specific sentence, not the one for unknown errors.
  expect(failureReason).toMatch(/^[A-Z].{20,}/);
  expect(failureReason).not.toContain("The agent failed several times in a row");
}

async function expectOnePullRequest({ job, repository }: { job: Job | undefined; repository: ForgeRepository }) {
  const [pull] = repository.pulls();
  expect(job).toMatchObject({ status: "completed", failureReason: null, pullRequestNumber: 1 });
  expect(pull).toMatchObject({ state: "open", head: job?.branch });
  // A round that failed before its push has left its edits to the next one, without a commit.
  const commits = `main..${pull?.head}`;
  const log = (await repository.git("log", "--format=%s", commits)).split("\n");
  expect(log).toEqual([...new Set(log)]);
  for (const subject of log) expect(subject).toMatch(/^Renew (?:page-|another one, \d)/);
  const renewed = (await repository.git("log", "--format=", "--name-only", commits)).split("\n").filter(Boolean);
  expect(renewed.length).toBeGreaterThan(0);
  expect(renewed).toEqual([...new Set(renewed)]);
  const pages = await repository.git("diff", "--name-only", `main...${pull?.head}`);
  expect(pages.split("\n").toSorted()).toEqual(renewed.toSorted());
}
