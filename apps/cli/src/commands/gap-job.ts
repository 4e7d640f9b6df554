import { createGapJob } from "@docsteward/services/gap/create-job";
import { draftGapJob } from "@docsteward/services/gap/draft-job";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { watchJob } from "../watch-job.ts";
import { withProject } from "../with-project.ts";

type Options = { prompt?: string; model?: string; dryRun?: true; watch?: true; json?: true };

/** `docsteward gap job`: has the agent write what a gap lacks. */
export const gapJob = makeCommand(
  "job",
  "Make a job that writes what a gap lacks, with a prompt made from its questions",
  "docsteward gap job acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --watch",
)
  .argument("<project>", "project, by its domain")
  .argument("<id>", "the gap's id, as `gap list` shows it")
  .option("--prompt <text>", "another prompt than the one that is written for it")
  .option("--model <name>", "model to use (default: the installation's own)")
  .option("--dry-run", "print the prompt, and make no job")
  .option("--watch", "follow the job to its end; ends with 1 when it fails")
  .option("--json", "print the job as one JSON object; with --watch, then one event a line")
  .action((domain: string, id: string, { prompt, model, dryRun, watch, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      if (dryRun) return print(prompt ?? (await draftGapJob(ctx, { id })).prompt);
      const job = await createGapJob(ctx, { id, prompt, model });
      if (json) printJson(job);
      else if (!watch) print(job.id);
      say(`${ctx.baseUrl}/${ctx.project.organization.slug}/${ctx.project.domain}/jobs/${job.id}`);
      if (watch) await watchJob(ctx, { id: job.id, isJson: json === true });
    }),
  );
