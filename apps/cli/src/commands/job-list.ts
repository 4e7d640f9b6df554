import { JobStatus } from "@docsteward/contract/job";
import { listJobDetails } from "@docsteward/services/job/list-details";
import { makeCommand } from "../make-command.ts";
import { oneOf } from "../one-of.ts";
import { print, printJson, say } from "../output.ts";
import { parseCount } from "../parse-count.ts";
import { toTable } from "../to-table.ts";
import { withProject } from "../with-project.ts";

type Options = { domain?: string; status?: JobStatus; limit: number; json?: true };

/** `docsteward job list`: the newest jobs of a project. */
export const jobList = makeCommand(
  "list",
  "List the newest jobs of a project",
  "docsteward job list --domain acme-docs --status failed",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--status <status>", "only active, completed or failed jobs", oneOf(JobStatus.options))
  .option("--limit <count>", "number of jobs, 1 to 100", parseCount(100), 20)
  .option("--json", "print a JSON array")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const { jobs } = await listJobDetails(ctx, { limit: options.limit, status: options.status });
      if (options.json) return printJson(jobs);
      if (jobs.length === 0) return say("No jobs found.");
      const rows = jobs.map(({ id, status, createdAt, model, prLink, title, prompt }) => [
        id,
        status,
        createdAt.slice(0, 16).replace("T", " "),
        model,
        prLink ?? "-",
        (title ?? prompt).split("\n", 1)[0]?.slice(0, 60) ?? "",
      ]);
      print(toTable([["ID", "STATUS", "CREATED (UTC)", "MODEL", "PULL REQUEST", "TITLE"], ...rows]));
    }),
  );
