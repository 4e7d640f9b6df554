import { expectedPages } from "./plan-jobs.ts";
import type { PlayedJob } from "./play-jobs.ts";
import type { JobRecord } from "./read-records.ts";
import type { ModelCall } from "./scripted-model.ts";
import type { ChaosSite } from "./sites.ts";

export const FINDING_KINDS = ["lost", "doubled", "reordered", "stalled", "wrong files"] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** A promise that was broken: to which job (null when that is not known), and how, in a sentence. */
export type Finding = { kind: FindingKind; job: string | null; text: string };

/** Everything known about one job of the plan. */
export type JobFacts = {
  played: PlayedJob;
  /** Rows whose prompt is this job's: one, when all went well. */
  records: JobRecord[];
  calls: ModelCall[];
};

/** Rows of the job that its caller knows of. */
function recordOf({ played, records }: JobFacts): JobRecord | undefined {
  return records.find(({ id }) => id === played.id);
}

/** The messages in the order in which they entered the conversation. */
function conversationOf({ steps }: JobRecord): string[] {
  return steps.flatMap(({ kind, data }) =>
    kind === "messages" ? (data.messages ?? []).map(({ content }) => content) : [],
  );
}

/** The items that come more than once, each once. */
function repeated<T>(items: readonly T[]): T[] {
  return [...new Set(items.filter((item, index) => items.indexOf(item) !== index))];
}

/** Jobs that were accepted and did not complete, and messages that were accepted and never entered the conversation. */
export function findLost(facts: JobFacts): Finding[] {
  const { plan, id, accepted } = facts.played;
  if (id === null) return [];
  const lost = (text: string): Finding => ({ kind: "lost", job: plan.name, text });
  const record = recordOf(facts);
  if (record === undefined) return [lost(`job ${id} was accepted and doesn't exist`)];
  const conversation = conversationOf(record);
  const messages = plan.parts
    .slice(0, accepted)
    .filter(({ prompt }) => !conversation.includes(prompt))
    .map(({ prompt }) => lost(`accepted, but never in the conversation: "${prompt}"`));
  if (record.status === "failed") return [lost(`failed with ${record.failure}`), ...messages];
  // An active job may yet take them, and counts as stalled.
  if (record.status === "active") return [];
  return record.prLink === null ? [lost("completed without a pull request"), ...messages] : messages;
}

/**
 * What happened twice: jobs of one idempotency key, pull requests, messages, tool calls, and model calls whose answer was
 * in the journal already. Branches and commits are looked for in the repository.
 */
export function findDoubled(facts: JobFacts): Finding[] {
  const { plan, isDoubledByKey } = facts.played;
  const { records } = facts;
  const doubled = (text: string): Finding => ({ kind: "doubled", job: plan.name, text });
  const found: Finding[] = [];
  if (records.length > 1 || isDoubledByKey) found.push(doubled(`${records.length} jobs have the same key`));
  const record = recordOf(facts);
  if (record === undefined) return found;
  if (record.pullRequests > 1) found.push(doubled(`it has ${record.pullRequests} pull requests`));
  for (const text of repeated(record.messages)) found.push(doubled(`a message is stored twice: "${text}"`));
  for (const text of repeated(conversationOf(record)))
    found.push(doubled(`a message entered the conversation twice: "${text}"`));
  for (const id of repeated(toolCallsOf(record))) found.push(doubled(`tool call ${id} was finished twice`));
  for (const turn of repeatedTurns(facts, record)) found.push(doubled(`model call ${turn} was made again`));
  return found;
}

function toolCallsOf({ steps }: JobRecord): string[] {
  return steps.flatMap(({ kind, data }) => (kind === "tool" && data.toolCallId ? [data.toolCallId] : []));
}

/** The turns that the model was asked for after the journal held their answers. */
function repeatedTurns({ calls }: JobFacts, { steps }: JobRecord): number[] {
  const answers = steps.filter(({ kind }) => kind === "model");
  return calls
    .filter(({ turn, atMs }) => atMs > (answers[turn]?.atMs ?? Number.POSITIVE_INFINITY))
    .map(({ turn }) => turn);
}

/** Messages in another order than they were sent in, and events whose numbers do not grow by one. */
export function findReordered(facts: JobFacts): Finding[] {
  const { plan, followed } = facts.played;
  const record = recordOf(facts);
  if (record === undefined) return [];
  const sent = plan.parts.map(({ prompt }) => prompt);
  const inOrder = (texts: string[]) => sent.filter((prompt) => texts.includes(prompt));
  const first = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) === index);
  const conversation = first(conversationOf(record));
  const claims: [boolean, string][] = [
    [sameList(first(record.messages), inOrder(record.messages)), "its messages are stored in another order than sent"],
    [sameList(conversation, inOrder(conversation)), "its messages entered the conversation in another order than sent"],
    [countsUp(record.events.map(({ seq }) => seq)), "the numbers of its events have gaps"],
    [
      record.events.length === record.lastEventSeq,
      `it counts ${record.lastEventSeq} events, not ${record.events.length}`,
    ],
    [countsUp(followed ?? []), `its event stream came as ${followed?.join(" ")}`],
  ];
  return claims.filter(([holds]) => !holds).map(([, text]) => ({ kind: "reordered", job: plan.name, text }));
}

const countsUp = (numbers: readonly number[]) => numbers.every((number, index) => number === index + 1);

const sameList = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);

/** Jobs that never came to rest, and requests that were never accepted. */
export function findStalled(facts: JobFacts): Finding[] {
  const { plan, accepted, status } = facts.played;
  const stalled = (text: string): Finding => ({ kind: "stalled", job: plan.name, text });
  if (accepted < plan.parts.length) return [stalled(`message ${accepted} was not accepted before the end`)];
  if (recordOf(facts)?.status === "active") return [stalled("still active at the end")];
  return status === null ? [stalled("its caller never saw that it ended")] : [];
}

/** Looks at what a site's jobs left in its repository: one branch each, each commit once, and the pages as they should be. */
export async function checkRepository(site: Pick<ChaosSite, "repository">, jobs: JobFacts[]): Promise<Finding[]> {
  const { git, branch: base } = site.repository;
  const branches = (await git("for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
  const expected = new Set([base, ...jobs.map((job) => recordOf(job)?.branch)]);
  const findings: Finding[] = branches
    .filter((branch) => !expected.has(branch))
    .map((branch) => ({ kind: "doubled", job: null, text: `no job owns the branch ${branch}` }));
  for (const job of jobs) {
    const branch = recordOf(job)?.branch;
    if (!branch) continue;
    if (branches.includes(branch)) findings.push(...(await checkBranch(site, job, branch)));
    else findings.push({ kind: "lost", job: job.played.plan.name, text: `the branch ${branch} doesn't exist` });
  }
  return findings;
}

async function checkBranch(
  { repository }: Pick<ChaosSite, "repository">,
  job: JobFacts,
  branch: string,
): Promise<Finding[]> {
  const { plan } = job.played;
  const { git, branch: base } = repository;
  const findings: Finding[] = [];
  const log = await git("log", "--reverse", "--format=%H %T", `${base}..${branch}`);
  const commits = log
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" "));
  const pushed = recordOf(job)?.steps.flatMap(({ kind, data }) =>
    kind === "pushed" && data.commit ? [data.commit] : [],
  );
  if (JSON.stringify(commits.map(([sha]) => sha)) !== JSON.stringify(pushed)) {
    const text = `its branch has ${commits.length} commits, its journal ${pushed?.length ?? 0}`;
    findings.push({ kind: "doubled", job: plan.name, text });
  }
  for (const tree of repeated(commits.map(([, tree]) => tree))) {
    findings.push({ kind: "doubled", job: plan.name, text: `two commits hold the same tree ${tree}` });
  }
  return [...findings, ...(await checkPages({ job, base, branch, git, read: repository.read }))];
}

async function checkPages(options: {
  job: JobFacts;
  base: string;
  branch: string;
  git(...args: string[]): Promise<string>;
  read(path: string, branch: string): Promise<string | null>;
}): Promise<Finding[]> {
  const { job, base, branch, git, read } = options;
  const { plan } = job.played;
  const expected = expectedPages(plan.site, plan);
  const changed = (await git("diff", "--name-only", `${base}...${branch}`)).split("\n").filter(Boolean);
  const wrong = changed.filter((path) => !expected.has(path)).map((path) => `${path} should not have changed`);
  for (const [path, text] of expected) {
    if ((await read(path, branch)) !== text) wrong.push(`${path} differs from an undisturbed run`);
  }
  return wrong.map((text) => ({ kind: "wrong files", job: plan.name, text }));
}
