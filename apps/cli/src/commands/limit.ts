import { parseInput } from "@docsteward/contract/input-schema";
import { type JobLimits, LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import { setJobLimits } from "@docsteward/services/job/limits";
import { SetQueueShare, setQueueShare } from "@docsteward/services/job/queue-share";
import { listLimits, SetLimit, setLimit } from "@docsteward/services/limit/quotas";
import { InvalidArgumentError } from "commander";
import { createCommand } from "../command.ts";
import { oneOf, parseCount } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; key?: string; json?: true };

const parseQuota = (text: string) => (text === "default" ? null : parseCount(1_000_000_000, 0)(text));

/** `docsteward limit set`: another limit for an organization, or for one of its keys. */
export const limitSet = createCommand(
  "set",
  "Set a limit for an organization or one of its keys",
  "docsteward limit set key-month 50000 --domain acme-docs --key key_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D",
)
  .argument("<limit>", LIMIT_NAMES.join(", "), oneOf(LIMIT_NAMES))
  .argument("<calls>", "number per window, or `default` for the configured value", parseQuota)
  .option("--domain <name>", "a project of the organization (required if there are several)")
  .option("--key <id>", "only this key (default: the whole organization)")
  .option("--json", "print one JSON object and nothing else")
  .action((name: LimitName, quota: number | null, options: Options) =>
    withProject(options, async (ctx) => {
      const { organization } = ctx;
      await setLimit(ctx, parseInput(SetLimit, { keyId: options.key, name, quota }));
      if (options.json) return printJson({ name, quota, organization: organization.slug, keyId: options.key ?? null });
      printMessage(`${name} of ${options.key ?? organization.slug} is now ${quota ?? "the configured value"}.`);
    }),
  );

type Figure = number | null;
type JobLimitOptions = {
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
export const limitJob = createCommand(
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
  .action((options: JobLimitOptions) =>
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
      const own = owner === "project" ? ctx.project.jobLimits : ctx.organization.jobLimits;
      const limits = isChange ? await setJobLimits(ctx, { owner, changes }) : (own as JobLimits);
      if (options.json) return printJson(limits);
      const lines = Object.entries(limits).map(([name, figure]) => `${name.padEnd(18)} ${figure}`);
      if (lines.length === 0)
        return printMessage(`No limits are set for this ${owner}. The installation's limits apply.`);
      print(lines.join("\n"));
    }),
  );

/** `docsteward limit list`: the limits of an organization, and the keys that have others. */
export const limitList = createCommand("list", "List the limits of an organization", "docsteward limit list --json")
  .option("--domain <name>", "a project of the organization (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: { domain?: string; json?: true }) =>
    withProject(options, async (ctx) => {
      const limits = await listLimits(ctx);
      if (options.json) return printJson(limits);
      const rows = limits.flatMap(({ name, window, quota, configured, keys }) => [
        [name, window, String(quota), String(configured), "all"],
        ...keys.map((key) => [name, window, String(key.quota), String(configured), key.keyId]),
      ]);
      print(formatTable([["LIMIT", "WINDOW", "CALLS", "CONFIGURED", "KEY"], ...rows]));
    }),
  );

const parseActive = (text: string) => (text === "default" ? null : parseCount(10_000, 1)(text));

/** `docsteward limit queue`: how many jobs of one project or organization workers hold, and its share of the workers. */
export const limitQueue = createCommand(
  "queue",
  "Show or change how many jobs run at one time, and an organization's share of the workers",
  "docsteward limit queue --domain acme-docs --active 4",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--organization", "the whole organization of the project")
  .option("--active <count>", "most jobs at one time; `default` for the configured value", parseActive)
  .option("--weight <count>", "share beside other organizations (default: 1); needs --organization", parseCount(100, 1))
  .option("--json", "print one JSON object and nothing else")
  .action(({ domain, organization, active, weight, json }: JobLimitOptions & { active?: Figure; weight?: number }) =>
    withProject({ domain }, async (ctx) => {
      const owner = organization ? "organization" : "project";
      const share = await setQueueShare(ctx, parseInput(SetQueueShare, { owner, maxActiveJobs: active, weight }));
      if (json) return printJson(share);
      const limit = share.maxActiveJobs ?? "the configured value";
      print(`active jobs  ${limit}${share.weight === null ? "" : `\nweight       ${share.weight}`}`);
    }),
  );
