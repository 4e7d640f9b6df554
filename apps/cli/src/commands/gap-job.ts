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
  "Create a job that closes a gap, with a prompt generated from its questions",
  "docsteward gap job acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --watch",
)
  .argument("<project>", "project domain")
  .argument("<id>", "gap id, from `gap list`")
  .option("--prompt <text>", "prompt to use instead of the generated one")
  .option("--model <name>", "model (default: the installation's model)")
  .option("--dry-run", "print the prompt without creating a job")
  .option("--watch", "follow the job until it ends (exit code 1 if it fails)")
  .option("--json", "print the job as one JSON object; with --watch, also one event per line")
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
