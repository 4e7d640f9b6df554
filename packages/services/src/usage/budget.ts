import { AppError } from "@docsteward/contract/error";
import { JobLimits } from "@docsteward/contract/limits";
import type { Organization, Project, Transaction } from "@docsteward/db/client";
import type { ProjectContext, Services } from "../context.ts";
import { boundsOf } from "../limit/bounds.ts";

/**
 * How much of this month's money (UTC) a project and its organization have used, whichever is nearer its end.
 *
 * @returns `share` from 0 to 1 and over, the budget in words (`$50 a month for this project`), and a sentence with what people
 *   can do once it is used up; null without a budget
 */
export async function findTightestBudget(
  services: Pick<Services, "db" | "budgets" | "clock">,
  owner: BudgetOwner,
): Promise<{ share: number; name: string; remedy: string } | null> {
  const [nearest] = await listBudgetUses(services, services.db, owner);
  if (!nearest) return null;
  return {
    share: nearest.share,
    name: `${formatUsd(nearest.budgetMicroUsd)} per month for this ${nearest.kind}`,
    remedy: budgetRemedy(nearest.kind, services.clock.now()),
  };
}

/**
 * Lets new work begin only while there is money for it this month.
 *
 * @throws AppError `budget_exceeded`, with the seconds until the next month as `Retry-After`
 */
export async function requireBudget(ctx: ProjectContext, tx: Transaction): Promise<void> {
  const [nearest] = await listBudgetUses(ctx, tx, ctx);
  if (nearest && nearest.share >= 1) throw refusal(nearest, ctx.clock.now());
}

function refusal({ kind, budgetMicroUsd }: BudgetUse, now: Date): AppError {
  const next = nextMonth(now);
  const month = now.toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  return new AppError(
    "budget_exceeded",
    `This ${kind}'s budget of ${formatUsd(budgetMicroUsd)} for ${month} is used up. ${budgetRemedy(kind, now)}`,
    {
      retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1_000),
      violatedPolicies: [`${kind}-cost-month`],
    },
  );
}

/** Whose money it is. */
type BudgetOwner = {
  project: Pick<Project, "id"> & JobLimitOwners["project"];
  organization: Pick<Organization, "id"> & JobLimitOwners["organization"];
};

/** How much of a month's budget is used: `share` from 0 to 1, and over once it is used up. */
export type BudgetUse = { kind: "project" | "organization"; budgetMicroUsd: number; share: number };

/** Reads how far this month's budgets are used, the most used first. One query; none when no budget is set. */
export async function listBudgetUses(
  { budgets, clock }: Pick<Services, "budgets" | "clock">,
  db: Pick<Transaction, "costCounter">,
  { project, organization }: BudgetOwner,
): Promise<BudgetUse[]> {
  const set = [
    {
      kind: "project",
      scope: `project:${project.id}`,
      budgetMicroUsd: monthlyBudgetOf(project, budgets.projectMicroUsd),
    },
    {
      kind: "organization",
      scope: `organization:${organization.id}`,
      budgetMicroUsd: monthlyBudgetOf(organization, budgets.organizationMicroUsd),
    },
  ] as const;
  const scopes = set.filter(({ budgetMicroUsd }) => budgetMicroUsd !== null).map(({ scope }) => scope);
  if (scopes.length === 0) return [];
  const counters = await db.costCounter.findMany({
    where: { month: costMonth(clock.now()), scope: { in: scopes } },
  });
  const usedBy = new Map(counters.map(({ scope, microUsd }) => [scope, Number(microUsd)]));
  return set
    .flatMap(({ kind, scope, budgetMicroUsd }) =>
      budgetMicroUsd === null ? [] : [{ kind, budgetMicroUsd, share: (usedBy.get(scope) ?? 0) / budgetMicroUsd }],
    )
    .sort((a, b) => b.share - a.share);
}

/** What a month has cost so far, for a project and for the organization that it belongs to. */
export type MonthCost = {
  of: "project" | "organization";
  costUsd: number;
  /** Null without a budget. */
  budgetUsd: number | null;
  resetsAt: string;
};

const toUsd = (microUsd: bigint | number) => Number(microUsd) / 1_000_000;

/** Reads what this month (UTC) has cost, beside the budgets that bound it. */
export async function getMonthlyCosts(ctx: ProjectContext): Promise<MonthCost[]> {
  const { db, clock, organization, project, budgets } = ctx;
  const now = clock.now();
  const owners = [
    { of: "project", scope: `project:${project.id}`, budget: monthlyBudgetOf(project, budgets.projectMicroUsd) },
    {
      of: "organization",
      scope: `organization:${organization.id}`,
      budget: monthlyBudgetOf(organization, budgets.organizationMicroUsd),
    },
  ] as const;
  const counters = await db.costCounter.findMany({
    where: { month: costMonth(now), scope: { in: owners.map(({ scope }) => scope) } },
  });
  return owners.map(({ of, scope, budget }) => ({
    of,
    costUsd: toUsd(counters.find((counter) => counter.scope === scope)?.microUsd ?? 0),
    budgetUsd: budget === null ? null : toUsd(budget),
    resetsAt: nextMonth(now).toISOString(),
  }));
}

const VARIABLE = {
  project: "PROJECT_MAX_COST_USD_PER_MONTH",
  organization: "ORGANIZATION_MAX_COST_USD_PER_MONTH",
} as const;

/** What people can do once a month's budget is used up. */
function budgetRemedy(kind: BudgetUse["kind"], now: Date): string {
  const day = nextMonth(now).toLocaleString("en", { month: "long", day: "numeric", timeZone: "UTC" });
  return `It resets on ${day} (UTC). To raise it, use Settings > Limits and budgets, \`docsteward limit job\`, or ${VARIABLE[kind]}.`;
}

/** The calendar month (UTC) that a moment lies in, as the counters name it: `2026-11`. */
export function costMonth(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The first moment of the month after. */
function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Says an amount of money in US dollars: `$50`, `$2.50`. */
function formatUsd(microUsd: number): string {
  const usd = microUsd / 1_000_000;
  const digits = Number.isInteger(usd) ? 0 : 2;
  return `$${usd.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: 6 })}`;
}

export type OwnerRow = Pick<Project | Organization, "jobLimits" | "grantedJobLimits">;

export type JobLimitOwners = { project: OwnerRow; organization: OwnerRow };

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
  const figures = { own: toMicroUsd(own), granted: toMicroUsd(granted) };
  const { effective } = boundsOf({ installation: installation ?? Number.POSITIVE_INFINITY, organization: figures });
  return effective === Number.POSITIVE_INFINITY ? null : effective;
}

const toMicroUsd = (usd: number | undefined) => (usd === undefined ? undefined : Math.round(usd * 1_000_000));
