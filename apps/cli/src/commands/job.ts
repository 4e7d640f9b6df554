import { parseInput } from "@docsteward/contract/input-schema";
import { JobStatus } from "@docsteward/contract/job";
import type { ProjectContext } from "@docsteward/services/context";
import { CreateJob, createJob } from "@docsteward/services/job/create";
import { toEventMessage } from "@docsteward/services/job/events";
import { followEvents } from "@docsteward/services/job/follow";
import { getJob } from "@docsteward/services/job/job";
import { listJobDetails } from "@docsteward/services/job/list";
import { createCommand } from "../command.ts";
import { oneOf, parseCount } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; model?: string; watch?: true; json?: true };

/** `docsteward job create`: starts a job; a worker takes it as soon as the service runs. */
export const jobCreate = createCommand(
  "create",
  "Start a job",
  `docsteward job create 'replace "Acme Cloud" with "Acme" everywhere' --domain acme-docs --watch`,
)
  .argument("<prompt>", "the instruction for the agent")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--model <name>", "model (default: the installation's model)")
  .option("--watch", "follow the job until it ends (exit code 1 if it fails)")
  .option("--json", "print the job as one JSON object; with --watch, also one event per line")
  .action((prompt: string, options: Options) =>
    withProject(options, async (ctx) => {
      const { job } = await createJob(ctx, parseInput(CreateJob, { prompt, model: options.model }));
      if (options.json) printJson(job);
      else if (!options.watch) print(job.id);
      printMessage(`${ctx.baseUrl}/${ctx.organization.slug}/${ctx.project.domain}/jobs/${job.id}`);
      if (options.watch) await watchJob(ctx, { id: job.id, isJson: options.json === true });
    }),
  );

type ListOptions = { domain?: string; status?: JobStatus; limit: number; json?: true };

/** `docsteward job list`: the newest jobs of a project. */
export const jobList = createCommand(
  "list",
  "List the newest jobs of a project",
  "docsteward job list --domain acme-docs --status failed",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--status <status>", "only active, completed or failed jobs", oneOf(JobStatus.options))
  .option("--limit <count>", "number of jobs, 1 to 100", parseCount(100), 20)
  .option("--json", "print a JSON array")
  .action((options: ListOptions) =>
    withProject(options, async (ctx) => {
      const { jobs } = await listJobDetails(ctx, { limit: options.limit, status: options.status });
      if (options.json) return printJson(jobs);
      if (jobs.length === 0) return printMessage("No jobs found.");
      const rows = jobs.map(({ id, status, createdAt, model, prLink, title, prompt }) => [
        id,
        status,
        createdAt.slice(0, 16).replace("T", " "),
        model,
        prLink ?? "-",
        (title ?? prompt).split("\n", 1)[0]?.slice(0, 60) ?? "",
      ]);
      print(formatTable([["ID", "STATUS", "CREATED (UTC)", "MODEL", "PULL REQUEST", "TITLE"], ...rows]));
    }),
  );

/** `docsteward job watch`: what happened in a job, and what happens. */
export const jobWatch = createCommand(
  "watch",
  "Follow a job until it ends (exit code 0 if it completes, 1 if it fails)",
  "docsteward job watch job_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs",
)
  .argument("<id>", "job id")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print one JSON object per event")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, (ctx) => watchJob(ctx, { id, isJson: options.json === true })),
  );

/**
 * Prints a job's events, the past ones first, until it rests; Ctrl-C leaves it working.
 *
 * Sets the exit code: 0 when the job completed, 1 when it failed, 130 after Ctrl-C.
 */
export async function watchJob(ctx: ProjectContext, { id, isJson }: { id: string; isJson: boolean }): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once("SIGINT", leave).once("SIGTERM", leave);
  for await (const event of await followEvents(ctx, { id, signal: leaving.signal })) {
    const message = toEventMessage(event);
    if (isJson) printJson(message);
    else print(`${message.at.slice(11, 19)}  ${message.text}`);
    // The line of the event holds the beginning of an answer only.
    if (!isJson && event.type === "job.completed" && event.data.prLink === null) print(`\n${event.data.messageToUser}`);
  }
  process.off("SIGINT", leave).off("SIGTERM", leave);
  const { status } = await getJob(ctx, { id });
  process.exitCode = leaving.signal.aborted ? 130 : status === "failed" ? 1 : 0;
}
