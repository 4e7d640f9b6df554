import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import {
  checkRepository,
  type FindingKind,
  findDoubled,
  findLost,
  findReordered,
  findStalled,
  type JobFacts,
} from "./invariants.ts";
import { expectedPages, makeSitePages, planJobs } from "./plan-jobs.ts";
import type { JobRecord } from "./read-records.ts";

const [plan] = planJobs("a", { jobs: 50, sites: 4 }).filter(({ parts }) => parts.length === 3);
if (!plan) throw new Error("The plan has no job with two follow-ups.");
const [first = "", second = "", third = ""] = plan.parts.map(({ prompt }) => prompt);

/** A job as an undisturbed run leaves it. */
function makeFacts(change: Partial<JobRecord> = {}, played: Partial<JobFacts["played"]> = {}): JobFacts {
  const record: JobRecord = {
    id: "job_1",
    name: plan?.name ?? "",
    status: "completed",
    failure: null,
    branch: "docsteward/write",
    prLink: "http://127.0.0.1/pulls/1",
    pullRequests: 1,
    messages: [first, second, third],
    takenMessages: 3,
    lastEventSeq: 2,
    events: [
      { seq: 1, type: "job.created", atMs: 0 },
      { seq: 2, type: "job.completed", atMs: 500 },
    ],
    steps: [
      { kind: "messages", data: { messages: [{ content: first }, { content: second }] }, atMs: 10 },
      { kind: "model", data: {}, atMs: 100 },
      { kind: "tool", data: { toolCallId: "a" }, atMs: 110 },
      { kind: "messages", data: { messages: [{ content: third }] }, atMs: 120 },
      { kind: "model", data: {}, atMs: 200 },
    ],
    ...change,
  };
  return {
    played: {
      plan,
      id: "job_1",
      accepted: 3,
      isDoubledByKey: false,
      status: "completed",
      followed: [1, 2],
      ...played,
    } as JobFacts["played"],
    records: [record],
    calls: [
      { job: record.name, turn: 0, atMs: 50 },
      { job: record.name, turn: 1, atMs: 150 },
    ],
  };
}

const look = (facts: JobFacts) =>
  [findLost, findDoubled, findReordered, findStalled].flatMap((find) => find(facts)).map(({ kind }) => kind);

const steps = makeFacts().records[0]?.steps ?? [];

const takenAtOnce = (...contents: string[]) => ({
  kind: "messages",
  data: { messages: contents.map((content) => ({ content })) },
  atMs: 10,
});

test("an undisturbed run has nothing to find", () => {
  expect(look(makeFacts())).toEqual([]);
});

test.each<[string, FindingKind, JobFacts]>([
  ["a job that is gone", "lost", { ...makeFacts(), records: [] }],
  ["a job that failed", "lost", makeFacts({ status: "failed", failure: "internal: it failed" })],
  ["a job without its pull request", "lost", makeFacts({ prLink: null })],
  ["a message that never entered the conversation", "lost", makeFacts({ steps: steps.slice(0, 3) })],
  ["a second job of a key", "doubled", { ...makeFacts(), records: [...makeFacts().records, ...makeFacts().records] }],
  ["another job for a repeated request", "doubled", makeFacts({}, { isDoubledByKey: true })],
  ["two pull requests", "doubled", makeFacts({ pullRequests: 2 })],
  ["a message stored twice", "doubled", makeFacts({ messages: [first, second, second, third] })],
  ["a message that entered twice", "doubled", makeFacts({ steps: [...steps, ...steps.slice(3, 4)] })],
  ["a tool call finished twice", "doubled", makeFacts({ steps: [...steps, ...steps.slice(2, 3)] })],
  [
    "a model call whose answer was journaled",
    "doubled",
    { ...makeFacts(), calls: [...makeFacts().calls, { job: "chaos-001", turn: 0, atMs: 130 }] },
  ],
  ["messages stored in another order", "reordered", makeFacts({ messages: [first, third, second] })],
  ["messages taken in another order", "reordered", makeFacts({ steps: [takenAtOnce(second, first, third)] })],
  ["a gap in the numbers of events", "reordered", makeFacts({}, { followed: [1, 3] })],
  ["an event that came twice", "reordered", makeFacts({}, { followed: [1, 1, 2] })],
  ["an event that is counted and not there", "reordered", makeFacts({ lastEventSeq: 3 })],
  ["a job that is active for ever", "stalled", makeFacts({ status: "active" }, { status: null })],
  ["a request that was never accepted", "stalled", makeFacts({}, { accepted: 2 })],
])("%s is found as %s", (_, kind, facts) => {
  expect(new Set(look(facts))).toEqual(new Set([kind]));
});

test("a model call that is repeated because its answer was lost is no fault", () => {
  const facts = makeFacts();

  expect(look({ ...facts, calls: [...facts.calls, { job: plan.name, turn: 0, atMs: 80 }] })).toEqual([]);
});

async function makeLeftovers() {
  const repository = await makeRepository(makeSitePages(plan?.site ?? 0));
  const pages = Object.fromEntries(plan ? expectedPages(plan.site, plan) : []);
  const commit = await repository.commit(pages, "docsteward/write");
  const facts = makeFacts({ steps: [{ kind: "pushed", data: { commit }, atMs: 300 }] });
  return {
    repository,
    look: async () => (await checkRepository({ repository }, [facts])).map(({ kind }) => kind),
    [Symbol.asyncDispose]: () => repository.remove(),
  };
}

test("a branch with the expected pages in the journaled commit has nothing to find", async () => {
  await using left = await makeLeftovers();

  expect(await left.look()).toEqual([]);
});

test("a branch that no job answers for is doubled", async () => {
  await using left = await makeLeftovers();
  await left.repository.git("branch", "docsteward/write-2", "docsteward/write");

  expect(await left.look()).toEqual(["doubled"]);
});

test("a commit that the journal does not know is doubled, and what it changes is wrong", async () => {
  await using left = await makeLeftovers();
  await left.repository.commit({ "index.mdx": "---\ntitle: Other\n---\n" }, "docsteward/write");

  expect(await left.look()).toEqual(["doubled", "wrong files"]);
});

test("a commit that is made twice is doubled", async () => {
  await using left = await makeLeftovers();
  await left.repository.git("update-ref", "refs/heads/docsteward/write", await again(left.repository));

  expect(await left.look()).toEqual(["doubled", "doubled"]);
});

/** The same tree in another commit on top. */
function again({ git }: Awaited<ReturnType<typeof makeRepository>>): Promise<string> {
  return git("commit-tree", "docsteward/write^{tree}", "-p", "docsteward/write", "-m", "Again");
}
