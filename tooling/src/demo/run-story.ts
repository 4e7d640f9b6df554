import { setTimeout as wait } from "node:timers/promises";
import type { AgentJob } from "@docsteward/contract/job";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import { colors, isColored } from "../terminal.ts";
import { type Client, createClient } from "./client.ts";
import { type DemoSite, git } from "./site.ts";

const PROMPT = 'fix the typo "recieve" and replace "Glimmer" with "Lanternfish" everywhere';
const SECTION = "Practise it";
const FOLLOW_UP = `add a section "${SECTION}" to guides/backup-and-restore.mdx saying "Restore a backup to a spare machine twice a year, and note how long it takes."`;

export type Finding = { claim: string; isTrue: boolean };

type Story = { findings: Finding[]; prLink: string | null };

export type StoryOptions = {
  site: DemoSite;
  url: string;
  cookie: string;
  print(line: string): void;
  signal: AbortSignal;
};

/**
 * Plays the story of the demo: a job, its pull request, and a follow-up that moves the same pull request.
 *
 * @returns what was checked on the way, in order, and the pull request; the story stops at the first job that does not complete
 */
export async function runStory({ site, url, cookie, print, signal }: StoryOptions): Promise<Story> {
  const { projectId, adminKey } = site.project;
  const api = createClient({ url, projectId, key: adminKey, signal });
  const repository = site.repository.path;

  print(`\n${colors.bold("POST")} /v2/agent/${projectId}/job\n${colors.dim(JSON.stringify({ prompt: PROMPT }))}\n`);
  const created = await api.createJob(PROMPT);
  const first = await watch(api, created.id, 0, print);
  const job = await poll(api, created.id, signal);
  const findings: Finding[] = [
    { claim: "a new job is active, without a link", isTrue: created.status === "active" && created.prLink === null },
    { claim: "the job completed", isTrue: job.status === "completed" },
    {
      claim: "it has a pull request, and its page loads",
      isTrue: await hasPage(job, { branch: first.branch, cookie }),
    },
  ];
  print(`\n${colors.green(job.status)}  ${colors.bold(String(job.prLink))}\n`);
  if (job.status !== "completed" || !first.branch) return { findings, prLink: null };
  print(await git(repository, "diff", isColored ? "--color" : "--no-color", `main...${first.branch}`));
  const head = await git(repository, "rev-parse", first.branch);
  findings.push(...(await checkEdits(site, first.branch)));

  print(
    `\n${colors.bold("POST")} /v2/agent/${projectId}/job/${job.id}/message\n${colors.dim(JSON.stringify({ prompt: FOLLOW_UP }))}\n`,
  );
  const woken = await api.sendMessage(job.id, FOLLOW_UP);
  const second = await watch(api, job.id, first.lastId, print);
  const after = await poll(api, job.id, signal);
  const moved = await git(repository, "rev-parse", first.branch);
  print(
    `\n${colors.green(after.status)}  ${colors.bold(String(after.prLink))}  ${head.slice(0, 7)} → ${moved.slice(0, 7)}\n`,
  );
  print(await git(repository, "diff", isColored ? "--color" : "--no-color", head, moved));
  const page = await git(repository, "show", `${moved}:guides/backup-and-restore.mdx`);
  const commits = await git(repository, "rev-list", "--reverse", `main..${first.branch}`);
  findings.push(
    {
      claim: "a message makes the job active again, and its link stays",
      isTrue: woken.status === "active" && woken.prLink === job.prLink,
    },
    {
      claim: "it completed again, with the same link",
      isTrue: after.status === "completed" && after.prLink === job.prLink,
    },
    { claim: "the branch went from one commit to two", isTrue: commits === `${head}\n${moved}` && head !== moved },
    { claim: "the new section exists", isTrue: page.includes(SECTION) && second.branch === first.branch },
    {
      claim: "the base branch was not touched",
      isTrue: (await git(repository, "rev-parse", "main")) === site.repository.head,
    },
  );
  return { findings, prLink: after.prLink };
}

async function watch(api: Client, jobId: string, afterId: number, print: (line: string) => void) {
  const printStep = createStepPrinter(print);
  let branch = "";
  let lastId = afterId;
  for await (const event of api.follow(jobId, afterId)) {
    printStep(event);
    lastId = event.id;
    if (event.type === "branch.pushed") branch = String(event.data.branch);
  }
  return { branch, lastId };
}

async function poll(api: Client, jobId: string, signal: AbortSignal): Promise<AgentJob> {
  for (;;) {
    const job = await api.getJob(jobId);
    if (job.status !== "active") return job;
    await wait(250, undefined, { signal });
  }
}

async function hasPage({ prLink }: AgentJob, { branch, cookie }: { branch: string; cookie: string }): Promise<boolean> {
  if (prLink === null || !branch) return false;
  const response = await fetch(prLink, { headers: { cookie } });
  return response.ok && (await response.text()).includes(branch);
}

async function checkEdits({ repository: { path } }: DemoSite, branch: string): Promise<Finding[]> {
  const count = async (word: string, ref: string) =>
    (await git(path, "grep", "-c", word, ref).catch(() => "")).split("\n").filter(Boolean).length;
  const changed = (await git(path, "diff", "--name-only", `main...${branch}`)).split("\n");
  const wasWrong = (await count("recieve", "main")) + (await count("Glimmer", "main"));
  const isWrong = (await count("recieve", branch)) + (await count("Glimmer", branch));
  return [
    { claim: "the typo and the old name are gone", isTrue: wasWrong > 0 && isWrong === 0 },
    {
      claim: "only those pages changed",
      isTrue: changed.length === wasWrong && changed.every((name) => name.endsWith(".mdx")),
    },
  ];
}

type Seen = { steps: number; todosDone: number; todos: number; calls: Map<string, string> };

/**
 * Makes a printer of a job's events: a line each, with the time since the start, the step and the todos done.
 *
 * @returns a function to call with every event
 */
function createStepPrinter(print: (line: string) => void): (event: JobEventMessage) => void {
  const startedAt = performance.now();
  const seen: Seen = { steps: 0, todosDone: 0, todos: 0, calls: new Map() };
  return (event) => {
    note(seen, event);
    const text = say(seen, event);
    if (text === null) return;
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);
    const todos = seen.todos > 0 ? `todos ${seen.todosDone}/${seen.todos}` : "";
    print(`${colors.dim(seconds)}  ${colors.cyan(`step ${seen.steps}`.padEnd(8) + todos.padEnd(10))}  ${text}`);
  };
}

function note(seen: Seen, { type, data }: JobEventMessage): void {
  if (type === "model.replied") seen.steps += 1;
  if (type === "tool.called") seen.calls.set(String(data.toolCallId), String(data.summary));
  if (type === "todos.updated" && Array.isArray(data.todos)) {
    seen.todos = data.todos.length;
    seen.todosDone = data.todos.filter((todo: { status?: string }) => todo.status === "completed").length;
  }
}

/** The line of an event; a tool's call and its result make one. */
function say({ calls }: Seen, { type, data, text }: JobEventMessage): string | null {
  if (type === "tool.called") return null;
  if (type !== "tool.finished") return text;
  // The todos have an event of their own.
  if (data.name === "todo_write") return null;
  return `${calls.get(String(data.toolCallId)) ?? data.name}: ${data.summary}`;
}
