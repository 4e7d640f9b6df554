import { seedJob, seedKey } from "@docsteward/services/testing";
import { openApiDocument } from "@docsteward/web/server/openapi/document";
import { type ApiWorld, openApiWorld, type Tenant } from "@docsteward/web/testing/api-world";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FuzzVocabulary } from "./fuzz/fuzz-request.ts";
import { runFuzz } from "./fuzz/run-fuzz.ts";

/** A short run among the other tests; `pnpm test:fuzz` is the long one. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? 36);
const SECRET = "halcyon-of-the-other-tenant";
const MANY = "1000000";

let world: ApiWorld;
let own: Tenant;
let other: Tenant;
beforeAll(async () => {
  world = await openApiWorld({
    LIMIT_AGENT_PER_HOUR: MANY,
    LIMIT_AGENT_V1_PER_HOUR: MANY,
    LIMIT_ASSISTANT_PER_KEY_AND_MONTH: MANY,
    LIMIT_ASSISTANT_PER_ORGANIZATION_AND_HOUR: MANY,
    LIMIT_ASSISTANT_PER_ADDRESS_AND_DAY: MANY,
  });
  own = await world.seedTenant();
  other = await world.seedTenant([{ path: "/guides/flags", text: `The ${SECRET} turns a feature off immediately.` }]);
}, 600_000);
afterAll(() => world.close());

const bearer = (token: string) => `Bearer ${token}`;

async function vocabulary(foreignJob: string): Promise<FuzzVocabulary> {
  const jobs = await Promise.all([
    seedJob(own.ctx),
    seedJob(own.ctx, { status: "completed", prLink: "https://docsteward.test/pulls/1" }),
    seedJob(own.ctx, { archivedAt: new Date("2026-11-21T10:00:00Z"), status: "failed", failureCode: "stuck" }),
  ]);
  const reading = await seedKey(own.ctx, { scopes: ["read"] });
  const wrong = ["", "Bearer", "Bearer svc_", bearer(`svc_${"0".repeat(38)}`), "Basic YTpi", bearer("\u00e9")];
  const often = (token: string) => Array<string>(14).fill(bearer(token));
  return {
    params: {
      projectId: [...Array<string>(6).fill(own.ctx.project.id), other.ctx.project.id, "prj_none"],
      id: [...jobs.map(({ id }) => id), ...jobs.map(({ id }) => id), foreignJob, "job_none"],
      domain: [...Array<string>(6).fill(own.ctx.project.domain), other.ctx.project.domain, "nowhere"],
      page: ["guides/flags.md", "guides/kill-switch", "none", "../guides/flags"],
      threadId: ["thr_none"],
      name: ["app", "none", "A"],
      automationId: ["follow-app", "none"],
      schemaId: ["follow-app", "none"],
      chatId: ["chat-that-nobody-has-begun-yet", "c", "x".repeat(200)],
    },
    authorizations: {
      admin: [...often(own.adminKey), bearer(own.assistantKey), bearer(reading.token), ...wrong],
      assistant: [...often(own.assistantKey), bearer(own.adminKey), ...wrong],
    },
  };
}

test(`no request out of ${REQUESTS} brings down, hangs or surprises the service, or tells of another tenant`, async () => {
  const { id } = await seedJob(other.ctx, { prompt: `Describe the ${SECRET}`, title: SECRET });
  const job = { where: { id }, include: { messages: true } };
  const before = await world.services.db.job.findUnique(job);

  const report = await runFuzz({
    document: openApiDocument(),
    vocabulary: await vocabulary(id),
    port: world.port,
    requests: REQUESTS,
    seed: SEED,
    secret: SECRET,
  });

  expect(report.faults).toEqual([]);
  // Requests that are refused at the door prove little.
  for (const status of [200, 400, 401, 403, 404, 405]) expect(report.statuses.get(status) ?? 0).toBeGreaterThan(0);
  expect(world.isUp()).toBe(true);
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  expect(await world.services.db.job.findUnique(job)).toEqual(before);
  expect(await world.services.db.job.count({ where: { projectId: other.ctx.project.id } })).toBe(1);
}, 900_000);
