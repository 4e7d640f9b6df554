import { setTimeout as wait } from "node:timers/promises";
import type { AgentJob } from "@docsteward/contract/job";

import { colors, isColored } from "../colors.ts";
import { type Api, createApi } from "./api.ts";
import { createStepPrinter } from "./create-step-printer.ts";
import { git } from "./git.ts";
import type { DemoSite } from "./make-site.ts";

const PROMPT = 'fix the typo "recieve" and replace "Glimmer" with "Lanternfish" everywhere';
const SECTION = "Practise it";
const FOLLOW_UP = `add a section "${SECTION}" to guides/backup-and-restore.mdx saying "Restore a backup to a spare machine twice a year, and note how long it takes."`;

export type Finding = { claim: string; isTrue: boolean };

export type Story = { findings: Finding[]; prLink: string | null };

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
  const api = createApi({ url, projectId, key: adminKey, signal });
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
    { claim: "a message makes the job active again", isTrue: woken.status === "active" && woken.prLink === null },
    {
      claim: "it completed again, with the same link",
      isTrue: after.status === "completed" && after.prLink === job.prLink,
    },
    { claim: "the branch went from one commit to two", isTrue: commits === `${head}\n${moved}` && head !== moved },
    { claim: "the new section is there", isTrue: page.includes(SECTION) && second.branch === first.branch },
    {
      claim: "the base branch was not touched",
      isTrue: (await git(repository, "rev-parse", "main")) === site.repository.head,
    },
  );
  return { findings, prLink: after.prLink };
}

async function watch(api: Api, jobId: string, afterId: number, print: (line: string) => void) {
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

async function poll(api: Api, jobId: string, signal: AbortSignal): Promise<AgentJob> {
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
