import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "@docsteward/tooling/demo/client";
import { askAssistant } from "@docsteward/tooling/demo/questions";
import { type DemoSite, makeSite } from "@docsteward/tooling/demo/site";
import type { Service } from "@docsteward/tooling/service";

export type HonestTenant = { url: string; project: DemoSite["project"] };
type WorkOrder = HonestTenant & { seconds: number };

/** When a question was asked, and how long its answer took. */
export type TimedAnswer = { fromMs: number; ms: number };

/** What a tenant got for some seconds of steady work: jobs that completed, and its answers. */
export type HonestWork = { seconds: number; jobs: number; answers: TimedAnswer[]; failures: string[] };

const JOB_EVERY_MS = 3_000;
// Often enough for a 95th percentile in a few minutes.
const QUESTION_EVERY_MS = 250;
/** As many as a patient tenant waits for at a time; what an answer took that never came. */
const MOST_JOBS = 4;
const MOST_QUESTIONS = 8;
const LONGEST_ANSWER_MS = 15_000;
const WARM_UP_QUESTIONS = 15;
const POLL_MS = 200;
const QUESTIONS = [
  "How do I write a backup to a file with the lantern command?",
  "How do I roll a flag out gradually?",
  "What does a kill switch do?",
];

/** What several windows of work come to. */
export function sumWork(windows: HonestWork[]) {
  const seconds = windows.reduce((sum, window) => sum + window.seconds, 0);
  const jobs = windows.reduce((sum, window) => sum + window.jobs, 0);
  const sorted = windows.flatMap(({ answers }) => answers.map(({ ms }) => ms)).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? LONGEST_ANSWER_MS;
  const failures = windows.flatMap((window) => window.failures);
  return {
    jobs,
    jobsPerMinute: (jobs * 60) / seconds,
    answers: sorted.length,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    failures,
  };
}

/**
 * Works at a steady pace in a process of its own, so that what the hostile tenant's sender does in ours delays no clock.
 *
 * @returns what the tenant got
 */
export async function workHonestly(tenant: HonestTenant, seconds: number, signal: AbortSignal): Promise<HonestWork> {
  const work: WorkOrder = { ...tenant, seconds };
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(work)], { detached: true, signal, execArgv: [] });
  const [[result]] = await Promise.all([once(child, "message", { signal }), once(child, "exit", { signal })]);
  return result as HonestWork;
}

export async function makeHonestTenant(
  service: Service,
  variables: Record<string, string | undefined>,
): Promise<HonestTenant> {
  const { project } = await makeSite(service, variables);
  const tenant = { url: service.url, project };
  await askOne(tenant, 0, AbortSignal.timeout(60_000));
  return tenant;
}

/** Runs one job to its end. @returns its status */
export async function runJob({ url, project }: HonestTenant, signal: AbortSignal): Promise<string> {
  const { projectId, adminKey: key } = project;
  const api = createClient({ url, projectId, key, signal });
  const { id } = await api.createJob('fix the typo "recieve"');
  for (;;) {
    const { status } = await api.getJob(id);
    if (status !== "active") return status;
    await wait(POLL_MS, undefined, { signal });
  }
}

function askOne({ url, project }: HonestTenant, index: number, signal: AbortSignal) {
  const { domain, assistantKey: key } = project;
  return askAssistant({ url, domain, key, signal }, QUESTIONS[index % QUESTIONS.length] ?? "");
}

/** What is late is not made up for, and an answer that does not come counts as a very late one. */
async function workAtPace({ seconds, ...tenant }: WorkOrder): Promise<HonestWork> {
  await warmUp(tenant);
  const over = AbortSignal.timeout(seconds * 1_000);
  const failures: string[] = [];
  const answers: TimedAnswer[] = [];
  let jobs = 0;
  const fail = (error: unknown) => {
    if (!over.aborted) failures.push((error as Error).message.slice(0, 200));
  };
  const job = async () => {
    const status = await runJob(tenant, over);
    if (status === "completed") jobs += 1;
    else failures.push(`A job ended as ${status}.`);
  };
  const question = async (index: number) => {
    const fromMs = Date.now();
    const startedMs = performance.now();
    try {
      await askOne(tenant, index, AbortSignal.timeout(LONGEST_ANSWER_MS));
      answers.push({ fromMs, ms: performance.now() - startedMs });
    } catch (error) {
      answers.push({ fromMs, ms: LONGEST_ANSWER_MS });
      fail(error);
    }
  };
  await Promise.all([
    pace(JOB_EVERY_MS, MOST_JOBS, over, () => job().catch(fail)),
    pace(QUESTION_EVERY_MS, MOST_QUESTIONS, over, question),
  ]);
  return { seconds, jobs, answers, failures };
}

/** A client that has just started is slow itself: what it compiles is not the service's time. */
async function warmUp(tenant: HonestTenant): Promise<void> {
  for (let index = 0; index < WARM_UP_QUESTIONS; index += 1)
    await askOne(tenant, index, AbortSignal.timeout(LONGEST_ANSWER_MS)).catch(() => undefined);
}

/** Starts something again and again, unless too many of them run, and waits for the last. */
async function pace(everyMs: number, most: number, over: AbortSignal, start: (index: number) => Promise<void>) {
  const running = new Set<Promise<void>>();
  for (let index = 0; !over.aborted; index += 1) {
    if (running.size < most) {
      const one: Promise<void> = start(index).finally(() => running.delete(one));
      running.add(one);
    }
    await wait(everyMs, undefined, { signal: over }).catch(() => undefined);
  }
  await Promise.all(running);
}

if (import.meta.main) {
  process.on("disconnect", () => process.exit());
  const work = await workAtPace(JSON.parse(process.argv[2] ?? ""));
  process.send?.(work, () => process.exit());
}
