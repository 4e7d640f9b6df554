import { readFile } from "node:fs/promises";
import { toCodeSamples, toVariable } from "@docsteward/contract/openapi/code-samples";
import type { Operation } from "@docsteward/contract/operation";
import { createAutomation } from "@docsteward/services/automation/define";
import { cancelJob } from "@docsteward/services/job/stop";
import { seedJob } from "@docsteward/services/testing";
import { startTurn } from "@docsteward/services/thread/turn";
import { OPERATIONS } from "@docsteward/web/server/openapi/document";
import { type ApiWorld, openApiWorld, type Tenant } from "@docsteward/web/testing/api-world";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSample } from "./run-sample.ts";

let world: ApiWorld;
let tenant: Tenant;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.seedTenant();
  const asked = { fp: "reader", threadId: "thread", isIssued: false, question: "How?", commit: "1".repeat(40) };
  // The answer that the sample of a rating rates.
  await startTurn(tenant.ctx, { id: "msg_6kT2", model: "offline", ...asked });
}, 600_000);
afterAll(() => world.close());

/** Puts a job where the operation's sample finds it, and gives the variables that the samples read. */
async function prepare({ id }: Operation): Promise<Record<string, string>> {
  const { ctx, adminKey, assistantKey } = tenant;
  const job = await seedJob(ctx);
  // No worker runs it, so its stream would never end.
  if (id === "followAgentJob") await cancelJob(ctx, { id: job.id });
  const source = { host: "local", repository: ctx.project.repository, ref: "v2", createdAt: new Date() };
  const named = { projectId: ctx.project.id, name: "app" };
  await ctx.db.source.upsert({
    where: { projectId_name: named },
    create: { id: `src_${ctx.project.id}`, ...named, ...source },
    update: {},
  });
  await ctx.db.automation.deleteMany({ where: { projectId: ctx.project.id } });
  if (id !== "createAutomation") {
    const on = { webhook: true, manual: true } as const;
    await createAutomation(ctx, { name: "follow-app", on, prompt: "Check the pages." });
  }
  return {
    AUTOMATION_ID: "follow-app",
    SCHEMA_ID: "follow-app",
    DOCSTEWARD_URL: world.url,
    PROJECT_ID: ctx.project.id,
    DOMAIN: ctx.project.domain,
    PAGE: "guides/flags.md",
    JOB_ID: job.id,
    SOURCE_NAME: "app",
    THREAD_ID: (await ctx.db.thread.findFirstOrThrow({ where: { projectId: ctx.project.id } })).id,
    CHAT_ID: "chat-that-nobody-has-begun-yet",
    ADMIN_KEY: adminKey,
    ASSISTANT_KEY: assistantKey,
  };
}

/** Ends the job that a sample of version 1 has made, and with it the stream. */
async function endSession(): Promise<void> {
  const { ctx } = tenant;
  const find = () =>
    world.services.db.job.findFirst({ where: { projectId: ctx.project.id, asDraft: true, status: "active" } });
  await expect.poll(find).not.toBeNull();
  await cancelJob(ctx, { id: (await find())?.id ?? "" });
}

// No GitHub is connected here, so no repository can be added.
const CALLABLE = OPERATIONS.filter(({ id }) => id !== "addSource");

describe.each(CALLABLE.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  test.each(toCodeSamples(operation).map((sample) => [sample.label, sample] as const))(
    "%s runs as it stands",
    async (_label, sample) => {
      const variables = await prepare(operation);

      const running = runSample(sample, variables);
      if (operation.id === "createAgentSession") await endSession();
      const { code, output } = await running;

      expect(code, output).toBe(0);
      if (operation.produces === "json") expect(output).toContain("{");
    },
  );
});

test("the page says how to set every variable that a sample reads", async () => {
  const page = await readFile(new URL("../../docs/api.md", import.meta.url), "utf8");
  const names = OPERATIONS.flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => toVariable(name)),
  );

  for (const name of new Set(names)) expect(page).toContain(`${name}=`);
});
