import type { JobLimits } from "@docsteward/contract/job-limits";
import { setJobLimits } from "@docsteward/services/job-limit/set";
import { InvalidArgumentError } from "commander";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { withProject } from "../with-project.ts";

type Figure = number | null;
type Options = {
  domain?: string;
  organization?: true;
  steps?: Figure;
  tokens?: Figure;
  minutes?: Figure;
  cost?: Figure;
  monthCost?: Figure;
  json?: true;
};

function parseFigure(text: string): Figure {
  if (text === "default") return null;
  const figure = Number(text);
  if (text.trim() === "" || !Number.isFinite(figure))
    throw new InvalidArgumentError("It must be a number or `default`.");
  return figure;
}

/** `docsteward limit job`: limits that the jobs of one project, or of one organization, have for themselves. */
export const limitJob = makeCommand(
  "job",
  "Show or change the job limits of a project or organization",
  "docsteward limit job --domain acme-docs --steps 30 --month-cost 50",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--organization", "apply to all projects of the organization")
  .option("--steps <count>", "model calls per user message; `default` resets it", parseFigure)
  .option("--tokens <count>", "tokens per user message", parseFigure)
  .option("--minutes <count>", "minutes per user message", parseFigure)
  .option("--cost <usd>", "US dollars per job", parseFigure)
  .option("--month-cost <usd>", "US dollars per month for all jobs and answers (UTC)", parseFigure)
  .option("--json", "print one JSON object and nothing else")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const owner = options.organization ? "organization" : "project";
      const { steps, tokens, minutes, cost, monthCost } = options;
      const changes = {
        maxSteps: steps,
        maxTokens: tokens,
        maxMinutes: minutes,
        maxCostUsd: cost,
        maxCostUsdPerMonth: monthCost,
      };
      const isChange = Object.values(changes).some((figure) => figure !== undefined);
      const own = owner === "project" ? ctx.project.jobLimits : ctx.project.organization.jobLimits;
      const limits = isChange ? await setJobLimits(ctx, { owner, changes }) : (own as JobLimits);
      if (options.json) return printJson(limits);
      const lines = Object.entries(limits).map(([name, figure]) => `${name.padEnd(18)} ${figure}`);
      if (lines.length === 0) return say(`This ${owner} has no limits of its own. The installation's limits apply.`);
      print(lines.join("\n"));
    }),
  );
