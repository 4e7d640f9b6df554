import { randomUUID } from "node:crypto";
import { storeErrors } from "@docsteward/services/recent-error";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { reportWorker, WorkerFigures } from "@docsteward/services/worker-process";
import { expect } from "vitest";
import { appTest, signedInCaller } from "../../testing/test-app.ts";

const test = appTest()
  .extend("first", { scope: "file", auto: true }, ({ services }) => seedProject(services))
  .extend("failEntry", { scope: "file" }, ({ services }) => async (queue: string, data: object) => {
    const id = randomUUID();
    const output = { name: "Error", message: "GitHub is unreachable." };
    await services.db.$executeRaw`
      INSERT INTO pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
      VALUES (${id}::uuid, ${queue}, ${data}::jsonb, 'failed', 12, 12, now(), ${output}::jsonb)`;
    return id;
  })
  .extend("stateOf", { scope: "file" }, ({ services }) => async (id: string) => {
    const rows = await services.db.$queryRaw<{ state: string }[]>`
      SELECT state::text FROM pgboss.job WHERE id = ${id}::uuid`;
    return rows[0]?.state;
  });

test("owners of the first organization see queues, workers, versions, disk, failed index runs and errors", async ({
  services,
  first,
  failEntry,
}) => {
  await seedSite(first, [{ path: "/", text: "Flags." }]);
  await services.db.siteIndex.update({
    where: { projectId: first.project.id },
    data: { status: "failed", failure: "The repository is unreachable." },
  });
  const id = await failEntry("github", { answersOfJob: "job_1" });
  const pause = { reason: "the disk is full", since: services.clock.now() };
  const held = { concurrency: 4, running: 2, jobs: ["job_1", "job_2"] };
  const worker = { id: "wrk_1", host: "a", pid: 7, startedAt: services.clock.now(), ...held, pause };
  await reportWorker(services, { ...worker, figures: WorkerFigures.parse({ diskFreeBytes: 5 }) });
  const errors = [{ at: services.clock.now(), message: "request failed: no\0pe", requestId: "req_1" }];
  await storeErrors(services, { process: "docsteward-web a:1", errors });

  const seen = await signedInCaller(services).installation.get();

  expect(seen).toMatchObject({
    failed: [{ id, queue: "github", about: "job_1", error: "GitHub is unreachable.", retryCount: 12 }],
    workers: [
      {
        host: "a",
        running: 2,
        pause: { reason: "the disk is full" },
        jobs: ["job_1", "job_2"],
        figures: { diskFreeBytes: 5 },
      },
    ],
    versions: { node: process.versions.node, schema: expect.stringMatching(/^\d{14}_/) },
    disk: { path: services.dataDir, freeBytes: expect.any(Number) },
    leftovers: { caches: 0, unusedCaches: 0 },
    failedIndexes: [{ domain: first.project.domain, failure: "The repository is unreachable." }],
    errors: [{ requestId: "req_1", process: "docsteward-web a:1", message: "request failed: nope" }],
  });
  expect(seen.queues).toContainEqual(expect.objectContaining({ queue: "github", state: "failed", count: 1 }));
  expect(seen.versions.git).toMatch(/^\d+\.\d+/);
  expect(seen.versions.postgresql).toMatch(/^\d+/);
});

test("a failed entry goes back to its queue once, and the audit log says who did it", async ({
  services,
  first,
  failEntry,
  stateOf,
}) => {
  const id = await failEntry("webhook", { deliveryId: "msg_1" });
  const owner = signedInCaller(services);

  await owner.installation.redrive({ id });

  expect(await stateOf(id)).toBe("retry");
  await expect(owner.installation.redrive({ id })).rejects.toMatchObject({ cause: { code: "not_found" } });
  const entries = await services.db.auditEvent.findMany({ where: { targetId: id } });
  expect(entries).toMatchObject([
    {
      action: "queue.redriven",
      actorKind: "user",
      organizationId: first.project.organizationId,
      details: { queue: "webhook", about: "msg_1" },
    },
  ]);
});

test("an entry of the job queue isn't redriven: its dead letter decides about the job", async ({
  services,
  failEntry,
  stateOf,
}) => {
  const id = await failEntry("agent", { jobId: "job_1" });

  await expect(signedInCaller(services).installation.redrive({ id })).rejects.toMatchObject({
    cause: { code: "not_found" },
  });
  expect(await stateOf(id)).toBe("failed");
});

test("admins of the first organization and owners of another one are refused", async ({
  services,
  first,
  failEntry,
  stateOf,
}) => {
  const other = await seedProject(services);
  const id = await failEntry("github", { deliveryId: "d" });
  const refused = { cause: { code: "role_too_low" } };

  for (const caller of [
    signedInCaller(services, { organizationId: first.project.organizationId, role: "admin" }),
    signedInCaller(services, { organizationId: other.project.organizationId, role: "owner" }),
  ]) {
    await expect(caller.installation.get()).rejects.toMatchObject(refused);
    await expect(caller.installation.redrive({ id })).rejects.toMatchObject(refused);
  }
  expect(await stateOf(id)).toBe("failed");
});

test("the newest errors are kept, and those older than events go", async ({ services }) => {
  const now = services.clock.now().getTime();
  const errorsAt = (count: number, atMs: number) =>
    Array.from({ length: count }, (_, index) => ({ at: new Date(atMs + index), message: `${index}`, requestId: null }));

  await storeErrors(services, { process: "p", errors: errorsAt(3, now - 40 * 86_400_000) });
  expect(await services.db.recentError.count({ where: { process: "p" } })).toBe(0);
  for (let round = 0; round < 5; round += 1)
    await storeErrors(services, { process: "p", errors: errorsAt(50, now + round * 100) });

  expect(await services.db.recentError.count()).toBe(200);
  expect(await services.db.recentError.count({ where: { createdAt: { lt: new Date(now + 100) }, process: "p" } })).toBe(
    0,
  );
});
