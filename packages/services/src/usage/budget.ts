import { AppError } from "@docsteward/contract/error";
import { JobLimits } from "@docsteward/contract/limits";
import { type Organization, type Project, type Sql, sql } from "@docsteward/db/client";
import { formatCostLimit, NEARLY_USED, toMicroUsd, toUsd } from "@docsteward/platform/money";
import type { OwnerContext, ProjectContext } from "../context.ts";
import { boundsOf } from "../limit/bounds.ts";

/**
 * How much of this month's money (UTC) a project and its organization have used, whichever is nearer its end.
 *
 * @returns `share` from 0 to 1 and over, the budget in words (`$50 a month for this project`), and a sentence with what people
 *   can do once it is used up; null without a budget
 */
export async function findTightestBudget(
  ctx: ProjectContext,
): Promise<{ share: number; name: string; remedy: string } | null> {
  const [nearest] = await listBudgetUses(ctx);
  if (!nearest) return null;
  return {
    share: nearest.share,
    name: `${formatCostLimit(nearest.budgetUsd)} per month for this ${nearest.of}`,
    remedy: budgetRemedy(nearest.of, ctx.clock.now()),
  };
}

/**
 * Lets new work begin only while there is money for it this month.
 *
 * @throws AppError `budget_exceeded`, with the seconds until the next month as `Retry-After`
 */
export async function requireBudget(ctx: ProjectContext): Promise<void> {
  const [nearest] = await listBudgetUses(ctx);
  if (nearest && nearest.share >= 1) throw refusal(nearest, ctx.clock.now());
}

function refusal({ of, budgetUsd }: BudgetUse, now: Date): AppError {
  const next = nextMonth(now);
  const month = now.toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  return new AppError(
    "budget_exceeded",
    `This ${of}'s budget of ${formatCostLimit(budgetUsd)} for ${month} is used up. ${budgetRemedy(of, now)}`,
    {
      retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1_000),
      violatedPolicies: [`${of}-cost-month`],
    },
  );
}

/** What a month (UTC) has cost so far, for a project or for the organization that it belongs to. */
export type MonthCost = {
  of: "project" | "organization";
  costUsd: number;
  /** Null without a budget. */
  budgetUsd: number | null;
  /** How much of the budget is used, from 0 to 1 and over; null without a budget. */
  share: number | null;
  resetsAt: string;
};

/** A month's cost against its budget, in US dollars. `share` is 1 when the budget is used up. */
export type BudgetUse = MonthCost & { budgetUsd: number; share: number };

/** Whether so much of a month's budget is used that people are warned. */
export function isNearlyUsed(month: MonthCost): month is BudgetUse {
  return hasBudget(month) && month.share >= NEARLY_USED;
}

/** Says how much of a month's budget is used. */
export function formatBudgetUse({ of, share }: BudgetUse): string {
  return share >= 1
    ? `The ${of}'s budget for this month is used up. New jobs are blocked.`
    : `${Math.floor(share * 100)} % of the ${of}'s budget for this month is used.`;
}

/** Reads what this month has cost, beside the budgets that bound it. */
export function getMonthlyCosts(ctx: ProjectContext): Promise<MonthCost[]> {
  return readMonth(ctx, listScopes(ctx));
}

/** Reads how far this month's budgets are used, the most used first. One query; none when no budget is set. */
export async function listBudgetUses(ctx: OwnerContext): Promise<BudgetUse[]> {
  const bounded = listScopes(ctx).filter(({ budgetMicroUsd }) => budgetMicroUsd !== null);
  const uses = bounded.length === 0 ? [] : await readMonth(ctx, bounded);
  return uses.filter(hasBudget).sort((a, b) => b.share - a.share);
}

function hasBudget(month: MonthCost): month is BudgetUse {
  return month.budgetUsd !== null && month.share !== null;
}

type Scope = { of: MonthCost["of"]; scope: string; budgetMicroUsd: number | null };

function listScopes({ budgets, project, organization }: OwnerContext): Scope[] {
  const ofProject: Scope[] = project
    ? [
        {
          of: "project",
          scope: `project:${project.id}`,
          budgetMicroUsd: monthlyBudgetOf(project, budgets.projectMicroUsd),
        },
      ]
    : [];
  return [
    ...ofProject,
    {
      of: "organization",
      scope: `organization:${organization.id}`,
      budgetMicroUsd: monthlyBudgetOf(organization, budgets.organizationMicroUsd),
    },
  ];
}

async function readMonth({ db, clock }: OwnerContext, scopes: readonly Scope[]): Promise<MonthCost[]> {
  const now = clock.now();
  const resetsAt = nextMonth(now).toISOString();
  const counters = await db.costCounter.findMany({
    where: { month: monthOf(now), scope: { in: scopes.map(({ scope }) => scope) } },
  });
  const costs = new Map(counters.map(({ scope, microUsd }) => [scope, Number(microUsd)]));
  return scopes.map(({ of, scope, budgetMicroUsd }) => {
    const microUsd = costs.get(scope) ?? 0;
    return {
      of,
      costUsd: toUsd(microUsd),
      budgetUsd: budgetMicroUsd === null ? null : toUsd(budgetMicroUsd),
      share: budgetMicroUsd === null ? null : microUsd / budgetMicroUsd,
      resetsAt,
    };
  });
}

/**
 * SQL that adds a cost to the month's counters of a project and its organization.
 *
 * The organization's counter is locked before the project's, everywhere: two statements that each wait for the other's counter would
 * wait forever.
 *
 * @param input.from an earlier part of the same statement, with a `projectId`: without a row in it, nothing is counted
 */
export function addToMonth(input: { from: Sql; costMicroUsd: number; at: Date }): Sql {
  return sql`
    INSERT INTO "CostCounter" AS counter (scope, month, "microUsd")
    SELECT scope, ${monthOf(input.at)}, ${input.costMicroUsd}::bigint
    FROM ${input.from} AS counted JOIN "Project" project ON project.id = counted."projectId",
      unnest(ARRAY['organization:' || project."organizationId", 'project:' || project.id]) AS scope
    WHERE ${input.costMicroUsd}::bigint > 0
    ORDER BY scope
    ON CONFLICT (scope, month) DO UPDATE SET "microUsd" = counter."microUsd" + EXCLUDED."microUsd"`;
}

/** Counts what a call cost that no row stands for, such as the judgement of an answer. */
export async function addCost({ db, project, clock }: ProjectContext, costMicroUsd: number): Promise<void> {
  const from = sql`(SELECT ${project.id}::text AS "projectId")`;
  await db.$executeRaw(addToMonth({ from, costMicroUsd, at: clock.now() }));
}

const VARIABLE = {
  project: "PROJECT_MAX_COST_USD_PER_MONTH",
  organization: "ORGANIZATION_MAX_COST_USD_PER_MONTH",
} as const;

/** What people can do once a month's budget is used up. */
function budgetRemedy(of: MonthCost["of"], now: Date): string {
  const place = of === "organization" ? "the organization's Limits and budgets" : "Settings > Limits and budgets";
  const day = nextMonth(now).toLocaleString("en", { month: "long", day: "numeric", timeZone: "UTC" });
  return `It resets on ${day} (UTC). To raise it, use ${place}, \`docsteward limit job\`, or ${VARIABLE[of]}.`;
}

/** The calendar month (UTC) of a date, as the counters name it: `2026-11`. */
function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The start of the next month. */
function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** The stored job limits of a project or organization. */
export type OwnerRow = Pick<Project | Organization, "jobLimits" | "grantedJobLimits">;

/** The two rows whose limits apply to a job. */
export type JobLimitOwners = { project: OwnerRow; organization: OwnerRow };

/** @returns the limit that the owner set, and the one that an operator granted */
export function figureOf({ jobLimits, grantedJobLimits }: OwnerRow, name: keyof JobLimits) {
  return { own: JobLimits.parse(jobLimits)[name], granted: JobLimits.parse(grantedJobLimits)[name] };
}

/**
 * The money that an owner may spend in a month, in millionths of a US dollar; null without a bound. A project's is counted apart from
 * its organization's, and both hold.
 *
 * @param installation what the operator gives an owner of this kind
 */
export function monthlyBudgetOf(owner: OwnerRow, installation: number | null): number | null {
  const { own, granted } = figureOf(owner, "maxCostUsdPerMonth");
  const figures = {
    own: own === undefined ? undefined : toMicroUsd(own),
    granted: granted === undefined ? undefined : toMicroUsd(granted),
  };
  const { effective } = boundsOf({ installation: installation ?? Number.POSITIVE_INFINITY, organization: figures });
  return effective === Number.POSITIVE_INFINITY ? null : effective;
}
