import { makeCommand } from "../make-command.ts";
import { watchJob } from "../watch-job.ts";
import { withProject } from "../with-project.ts";

/** `docsteward job watch`: what happened in a job, and what happens. */
export const jobWatch = makeCommand(
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
