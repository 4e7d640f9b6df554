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
  "Show or change the limits that the jobs of a project or an organization have for themselves",
  "docsteward limit job --domain acme-docs --steps 30 --month-cost 50",
)
  .option("--domain <name>", "project (needed when there are several)")
  .option("--organization", "for all projects of its organization")
  .option("--steps <count>", "model calls between two messages of a person; `default` goes back", parseFigure)
  .option("--tokens <count>", "tokens between two messages of a person", parseFigure)
  .option("--minutes <count>", "minutes between two messages of a person", parseFigure)
  .option("--cost <usd>", "US dollars a job may cost", parseFigure)
  .option("--month-cost <usd>", "US dollars all its jobs and answers may cost in a month (UTC)", parseFigure)
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
      if (lines.length === 0) return say(`This ${owner} has no limits of its own: those of the installation hold.`);
      print(lines.join("\n"));
    }),
  );
