import { createJob } from "@docsteward/services/job/create";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { watchJob } from "../watch-job.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; model?: string; watch?: true; json?: true };

/** `docsteward job create`: starts a job; a worker takes it as soon as the service runs. */
export const jobCreate = makeCommand(
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
      const { job } = await createJob(ctx, { prompt, model: options.model });
      if (options.json) printJson(job);
      else if (!options.watch) print(job.id);
      say(`${ctx.baseUrl}/${ctx.project.organization.slug}/${ctx.project.domain}/jobs/${job.id}`);
      if (options.watch) await watchJob(ctx, { id: job.id, isJson: options.json === true });
    }),
  );
