import { runAction } from "@docsteward/cli/testing-action";
import { makeRepository } from "@docsteward/git/testing";
import { inTransaction } from "@docsteward/services/context";
import { appendEvents } from "@docsteward/services/job/events";
import { type ApiWorld, openApiWorld, type Tenant } from "@docsteward/web/testing/api-world";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
}, 600_000);
afterAll(() => world.close());

const inputs = (tenant: Tenant, more: Record<string, string> = {}) => ({
  command: "job",
  host: world.url,
  project: tenant.ctx.project.id,
  key: tenant.adminKey,
  prompt: "Describe `$(touch pwned)` flags",
  ...more,
});

/** Ends the first job that comes as a worker would have ended it. */
async function endNextJob({ ctx }: Tenant, status: "completed" | "failed", prLink: string | null): Promise<void> {
  const where = { projectId: ctx.project.id, status: "active" } as const;
  await expect.poll(() => ctx.db.job.count({ where })).toBe(1);
  const { id } = await ctx.db.job.findFirstOrThrow({ where });
  const reason = "The model gave up, 100 %.";
  const event =
    status === "failed"
      ? ({ type: "job.failed", data: { code: "model_error", reason } } as const)
      : ({ type: "job.completed", data: { prLink, messageToUser: "Described." } } as const);
  await inTransaction(ctx, async (within) => {
    await appendEvents(within, { jobId: id, events: [event], at: ctx.clock.now() });
    await within.db.job.update({ where: { id }, data: { status, prLink, endedAt: ctx.clock.now() } });
  });
}

test("the action starts a job once, waits for it and hands on its pull request", async () => {
  await using repository = await makeRepository({ "a.md": "# A\n" }, { bare: false });
  const prLink = "https://github.com/acme/docs/pull/7";

  const tenant = await world.seedTenant();
  const running = runAction(repository.path, inputs(tenant));
  // An action that ends early says why in its output.
  await Promise.race([endNextJob(tenant, "completed", prLink), running]);
  const ran = await running;
  const again = await runAction(repository.path, inputs(tenant, { wait: "false" }));

  expect(ran).toMatchObject({ code: 0, output: expect.stringContaining(prLink) });
  expect(ran.outputs).toContain(`status=completed\npr-link=${prLink}\n`);
  expect(ran.summary).toContain(`Pull request: <${prLink}>`);
  expect(ran.output + ran.summary).not.toContain(tenant.adminKey);
  // The same run of a workflow is the same job.
  expect(again.outputs.split("\n")[0]).toBe(ran.outputs.split("\n")[0]);
  const jobs = await tenant.ctx.db.job.findMany({
    where: { projectId: tenant.ctx.project.id },
    include: { messages: true },
  });
  expect(jobs.map(({ messages }) => messages[0]?.content)).toEqual(["Describe `$(touch pwned)` flags"]);
});

test("a job that fails fails the step, with its reason as a mark; a wrong key is refused in a sentence", async () => {
  await using repository = await makeRepository({ "a.md": "# A\n" }, { bare: false });
  const tenant = await world.seedTenant();
  const running = runAction(repository.path, inputs(tenant));

  await Promise.race([endNextJob(tenant, "failed", null), running]);
  const ran = await running;
  const refused = await runAction(repository.path, inputs(tenant, { key: "svc_wrong", wait: "false" }));

  expect(ran.code).toBe(1);
  expect(ran.output).toContain("::error title=Job failed::");
  expect(ran.output).toContain("The model gave up, 100 %25.");
  expect(ran.outputs).toContain("status=failed\npr-link=\n");
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain("The service answered 401.");
});
