import { makeCommand } from "../make-command.ts";
import { watchJob } from "../watch-job.ts";
import { withProject } from "../with-project.ts";

/** `docsteward job watch`: what happened in a job, and what happens. */
export const jobWatch = makeCommand(
  "watch",
  "Follow a job to its end; ends with 0 when it completed and with 1 when it failed",
  "docsteward job watch job_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs",
)
  .argument("<id>", "the job's id")
  .option("--domain <name>", "project (needed when there are several)")
  .option("--json", "print one JSON object an event")
  .action((id: string, options: { domain?: string; json?: true }) =>
    withProject(options, (ctx) => watchJob(ctx, { id, isJson: options.json === true })),
  );
