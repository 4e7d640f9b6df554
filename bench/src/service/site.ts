import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { AgentJob, JobList } from "../../../packages/contract/src/job.ts";
import type { JobEventMessage } from "../../../packages/contract/src/job-event.ts";
import { createClient } from "../../../packages/db/src/client.ts";
import { silentLogger } from "../../../packages/platform/src/log.ts";
import { ROOT } from "../root.ts";

/** A project as a caller of the public API sees it. */
export type Site = {
  createJob(prompt: string): Promise<AgentJob>;
  sendMessage(id: string, prompt: string): Promise<AgentJob>;
  /** Polls until the job has ended. @throws when it failed */
  untilCompleted(id: string): Promise<AgentJob>;
  /** Waits until the worker has nothing left to do for the site's index: it works on it beside its jobs. */
  untilIndexed(): Promise<void>;
  /** How many jobs are still active. */
  countActive(): Promise<number>;
  /** Every event of a job that has ended. */
  events(id: string): Promise<JobEventMessage[]>;
};

const POLL_MS = 50;
const INDEX_POLL_MS = 200;

export function createSite(baseUrl: string, databaseUrl: string, { projectId, adminKey }: Project): Site {
  const agent = `${baseUrl}/v2/agent/${projectId}`;
  const request = async (path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${agent}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const getJob = async (id: string) => (await (await request(`/job/${id}`)).json()) as AgentJob;
  const events = async (id: string) => parseEvents(await (await request(`/job/${id}/events`)).text());
  return {
    createJob: async (prompt) => (await (await request("/job", { prompt })).json()) as AgentJob,
    sendMessage: async (id, prompt) => (await (await request(`/job/${id}/message`, { prompt })).json()) as AgentJob,
    untilCompleted: async (id) => {
      for (;;) {
        const job = await getJob(id);
        if (job.status === "completed") return job;
        if (job.status === "failed") throw new Error(`Job ${id} failed: ${(await events(id)).at(-1)?.text}`);
        await sleep(POLL_MS);
      }
    },
    untilIndexed: async () => {
      const db = createClient(databaseUrl, { poolSize: 1, log: silentLogger });
      try {
        for (;;) {
          const index = await db.siteIndex.findUnique({ where: { projectId }, select: { status: true } });
          if (index?.status === "ready") return;
          if (index?.status === "failed") throw new Error(`The index of ${projectId} has failed: see the log.`);
          await sleep(INDEX_POLL_MS);
        }
      } finally {
        await db.$disconnect();
      }
    },
    countActive: async () => ((await (await request("/jobs?status=active&limit=100")).json()) as JobList).jobs.length,
    events,
  };
}

/** Reads a whole event stream that has ended. */
function parseEvents(stream: string): JobEventMessage[] {
  const data = stream.split("\n").filter((line) => line.startsWith("data:"));
  return data.map((line) => JSON.parse(line.slice("data:".length)) as JobEventMessage);
}

const run = promisify(execFile);
const CLI = join(ROOT, "apps/cli/src/main.ts");

export type Project = { projectId: string; domain: string; adminKey: string; assistantKey: string };

/** Makes a project with the command line, as an operator would. The repository's pages lie below `docs`. */
export async function createProject(
  variables: Record<string, string | undefined>,
  domain: string,
  repository: string,
): Promise<Project> {
  const site = ["--org", "bench", "--domain", domain, "--repo", repository, "--ref", "main", "--docs-path", "docs"];
  const { stdout } = await run(process.execPath, [CLI, "project", "create", ...site, "--json"], { env: variables });
  return JSON.parse(stdout) as Project;
}

/** Lets everyone search and read the pages of a project without a key. */
export async function openToEveryone(variables: Record<string, string | undefined>, domain: string): Promise<void> {
  await run(process.execPath, [CLI, "project", "update", domain, "--public", "on"], { env: variables });
}
