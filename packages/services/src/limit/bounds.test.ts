import { toUsd } from "@docsteward/platform/money";
import { describe, expect } from "vitest";
import type { Actor } from "../actor.ts";
import type { ProjectContext } from "../context.ts";
import { getJobLimits, resolveJobLimits, setJobLimits } from "../job/limits.ts";
import { authenticate } from "../key/authenticate.ts";
import { seedKey, seedMember, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findTightestBudget } from "../usage/budget.ts";
import { listLimits, setLimit } from "./quotas.ts";

const BUDGETS = { projectMicroUsd: 10_000_000, organizationMicroUsd: 50_000_000 };
const test = servicesTest({ budgets: BUDGETS })
  .extend("first", { scope: "file", auto: true }, ({ services }) => seedProject(services))
  /** A tenant of the installation, as its admin or owner sees it. */
  .extend("seedTenant", { scope: "file" }, ({ services }) => async (role: "admin" | "owner" = "admin") => {
    const ctx = await seedProject(services);
    const { organizationId } = ctx.project;
    const user = await seedMember(services, { role, organizationId });
    const actor: Actor = { kind: "user", userId: user.id, name: user.name, role };
    return { ctx: { ...ctx, actor }, operator: ctx, organizationId };
  })
  .extend("seedInstallationOwner", { scope: "file" }, ({ services, first }) => async (): Promise<Actor> => {
    const user = await seedMember(services, { role: "owner", organizationId: first.project.organizationId });
    return { kind: "user", userId: user.id, name: user.name, role: "owner" };
  })
  .extend("rowsOf", { scope: "file" }, ({ services }) => async ({ project: { id } }: ProjectContext) => {
    const project = await services.db.project.findUniqueOrThrow({ where: { id }, include: { organization: true } });
    return { project, organization: project.organization };
  })
  .extend("effectiveOf", { scope: "file" }, ({ services, rowsOf }) => async (ctx: ProjectContext) => {
    return resolveJobLimits(await rowsOf(ctx), services.jobBounds);
  });

const quotaOf = async (ctx: ProjectContext) => (await listLimits(ctx)).find(({ name }) => name === "org-hour");

describe("a tenant's limit above the operator's", () => {
  test.for([
    ["maxSteps", 61, "60"],
    ["maxTokens", 2_000_001, "2,000,000"],
    ["maxMinutes", 31, "30"],
    ["maxCostUsd", 1_000_000, "5"],
  ] as const)(
    "is refused for %s, with the bound in the sentence, and changes nothing",
    async ([name, figure, bound], { services, seedTenant, effectiveOf }) => {
      for (const role of ["admin", "owner"] as const) {
        const { ctx } = await seedTenant(role);
        for (const owner of ["project", "organization"] as const) {
          const refused = setJobLimits(ctx, {
            owner,
            changes: { [name]: figure, maxSteps: name === "maxSteps" ? figure : 2 },
          });
          await expect(refused).rejects.toMatchObject({
            code: "invalid_request",
            message: expect.stringContaining(`${name} can be at most ${bound}: `),
          });
        }
        expect(await effectiveOf(ctx)).toEqual(services.jobBounds);
      }
    },
  );

  test.for([
    ["project", 11, "10"],
    ["organization", 51, "50"],
  ] as const)("is refused for the monthly budget of one %s", async ([owner, figure, bound], { seedTenant, rowsOf }) => {
    const { ctx } = await seedTenant();

    await expect(setJobLimits(ctx, { owner, changes: { maxCostUsdPerMonth: figure } })).rejects.toMatchObject({
      message: expect.stringContaining(`maxCostUsdPerMonth can be at most ${bound}: `),
    });
    await setJobLimits(ctx, { owner, changes: { maxCostUsdPerMonth: 1 } });
    const details = await getJobLimits({ ...ctx, project: { ...ctx.project, ...(await rowsOf(ctx)).project } });
    expect(details.budgets).toContainEqual(expect.objectContaining({ of: owner, budgetUsd: 1, share: 0 }));
  });

  test.for(["agent-hour", "agent-v1-hour", "key-month", "org-hour", "ip-day"] as const)(
    "is refused for the calls of %s, of the organization and of a key",
    async (name, { seedTenant }) => {
      const { ctx } = await seedTenant("owner");
      const { id: keyId } = await seedKey(ctx);
      const quota = 1_000_000_000;

      for (const key of [{}, { keyId }]) {
        await expect(setLimit(ctx, { ...key, name, quota })).rejects.toMatchObject({
          code: "invalid_request",
          message: expect.stringMatching(/can be at most 10*,?0*: /),
        });
        await setLimit(ctx, { ...key, name, quota: 3 });
        await setLimit(ctx, { ...key, name, quota: null });
      }
    },
  );
});

test("a project's limit, and a key's, is bounded by the organization's own, for the operator too", async ({
  seedTenant,
}) => {
  const { operator } = await seedTenant();
  const { id: keyId } = await seedKey(operator);
  await setJobLimits(operator, { owner: "organization", changes: { maxSteps: 9, maxCostUsdPerMonth: 4 } });
  await setLimit(operator, { name: "org-hour", quota: 7 });

  const calls = [
    () => setJobLimits(operator, { owner: "project", changes: { maxSteps: 10 } }),
    () => setJobLimits(operator, { owner: "project", changes: { maxCostUsdPerMonth: 5 } }),
    () => setLimit(operator, { keyId, name: "org-hour", quota: 8 }),
  ];
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ message: expect.stringContaining("the organization's limit") });
});

test("a project's and a key's figure from before the organization lowered its own is not honoured", async ({
  services,
  seedTenant,
  effectiveOf,
}) => {
  const { operator: ctx } = await seedTenant();
  const key = await seedKey(ctx);
  await setJobLimits(ctx, { owner: "project", changes: { maxSteps: 50 } });
  await setLimit(ctx, { keyId: key.id, name: "org-hour", quota: 900 });

  await setJobLimits(ctx, { owner: "organization", changes: { maxSteps: 9 } });
  await setLimit(ctx, { name: "org-hour", quota: 7 });

  expect(await effectiveOf(ctx)).toMatchObject({ maxSteps: 9 });
  const { quotas } = await authenticate(services, { token: key.token, kind: "admin", scope: "read" });
  expect(quotas).toEqual({ "org-hour": 7 });
  expect((await quotaOf(ctx))?.keys).toEqual([{ keyId: key.id, quota: 7 }]);
});

test("limits of old rows without a grant are read as the operator's", async ({ services, seedTenant, effectiveOf }) => {
  const { ctx, organizationId } = await seedTenant();
  const key = await seedKey(ctx);
  const jobLimits = {
    maxSteps: 1_000,
    maxTokens: 9_000_000,
    maxMinutes: 1_440,
    maxCostUsd: 1_000_000,
    maxCostUsdPerMonth: 9_999,
  };
  await services.db.organization.update({ where: { id: organizationId }, data: { jobLimits } });
  await services.db.project.update({ where: { id: ctx.project.id }, data: { jobLimits } });
  const quota = 1_000_000_000;
  await services.db.limitOverride.createMany({
    data: [organizationId, key.id].map((ownerId) => ({ organizationId, ownerId, name: "org-hour", quota })),
  });

  expect(await effectiveOf(ctx)).toEqual(services.jobBounds);
  expect((await getJobLimits(ctx)).budgets.map(({ of, budgetUsd }) => [of, budgetUsd])).toEqual([
    ["project", toUsd(BUDGETS.projectMicroUsd)],
    ["organization", toUsd(BUDGETS.organizationMicroUsd)],
  ]);
  const { quotas } = await authenticate(services, { token: key.token, kind: "admin", scope: "read" });
  expect(quotas).toEqual({ "org-hour": services.limits.assistantPerOrganizationAndHour });
  expect(await quotaOf(ctx)).toMatchObject({ quota: 10_000, keys: [{ quota: 10_000 }] });
});

describe.each(["the command line", "an owner of the first organization"])("%s", (who) => {
  test("raises a tenant's limits, which its admins then lower, and give up by going back to the default", async ({
    seedTenant,
    seedInstallationOwner,
    rowsOf,
    effectiveOf,
  }) => {
    const { ctx } = await seedTenant();
    const actor: Actor = who === "the command line" ? { kind: "operator" } : await seedInstallationOwner();
    const raised = { maxSteps: 100, maxCostUsdPerMonth: 80 };
    const quota = 20_000;

    await setJobLimits({ ...ctx, actor }, { owner: "organization", changes: raised });
    await setLimit({ ...ctx, actor }, { name: "org-hour", quota });

    expect(await effectiveOf(ctx)).toMatchObject({ maxSteps: 100 });
    expect(await findTightestBudget({ ...ctx, ...(await rowsOf(ctx)) })).toMatchObject({
      name: "$10 per month for this project",
    });
    expect((await getJobLimits(ctx)).budgets).toContainEqual(
      expect.objectContaining({ of: "organization", budgetUsd: 80, share: 0 }),
    );
    expect(await quotaOf(ctx)).toMatchObject({ quota });

    await setJobLimits(ctx, { owner: "organization", changes: { maxSteps: 80 } });
    await setJobLimits(ctx, { owner: "project", changes: { maxSteps: 70 } });
    expect(await effectiveOf(ctx)).toMatchObject({ maxSteps: 70 });
    await setJobLimits(ctx, { owner: "organization", changes: { maxSteps: 100 } });
    await expect(setJobLimits(ctx, { owner: "organization", changes: { maxSteps: 101 } })).rejects.toThrow(
      "at most 100",
    );
    await setLimit(ctx, { name: "org-hour", quota: 15_000 });
    await setLimit(ctx, { name: "org-hour", quota });

    await setJobLimits(ctx, { owner: "organization", changes: { maxSteps: null } });
    await setLimit(ctx, { name: "org-hour", quota: null });
    await expect(setJobLimits(ctx, { owner: "organization", changes: { maxSteps: 61 } })).rejects.toThrow("at most 60");
    await expect(setLimit(ctx, { name: "org-hour", quota })).rejects.toThrow("at most 10,000");
    expect(await effectiveOf(ctx)).toMatchObject({ maxSteps: 60 });
  });
});
