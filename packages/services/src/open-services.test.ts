import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@docsteward/db/client";
import { TOO_MANY_CONNECTIONS } from "@docsteward/db/database-error";
import { createEmptyDatabase, createTestDatabase, testServerUrl } from "@docsteward/db/testing";
import { parseEnv } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { expect, test } from "vitest";
import { createJob } from "./job/create.ts";
import { openServices } from "./open-services.ts";
import { seedProject } from "./testing.ts";

async function withFolder(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "docsteward-services-"));
  await chmod(dataDir, 0o755);
  try {
    await run(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

test("several processes may open a new database concurrently, and all see the same", async () => {
  await withFolder(async (DATA_DIR) => {
    const database = await createEmptyDatabase();
    const env = parseEnv({ DATA_DIR, DATABASE_URL: database.url, PORT: "4000", HOST: "0.0.0.0" });

    const opened = await Promise.all(
      [1, 2, 3].map(() => openServices({ actor: { kind: "operator" }, env, log: silentLogger })),
    );

    expect(new Set(opened.map(({ keySecret }) => keySecret)).size).toBe(1);
    expect(opened[0]).toMatchObject({ baseUrl: "http://localhost:4000", models: { defaultName: "offline" } });
    await Promise.all(opened.map((services) => services.close()));
    await database.drop();
  });
});

test("a wrong secret is reported, and nothing stays open", async () => {
  await withFolder(async (DATA_DIR) => {
    const database = await createEmptyDatabase();
    const variables = { DATA_DIR, DATABASE_URL: database.url };
    const first = await openServices({ actor: { kind: "operator" }, env: parseEnv(variables), log: silentLogger });
    await first.close();

    const other = parseEnv({ ...variables, KEY_SECRET: "another secret of 32 characters or more" });

    await expect(openServices({ actor: { kind: "operator" }, env: other, log: silentLogger })).rejects.toMatchObject({
      name: "SecretError",
    });
    await database.drop();
  });
});

/** A user of the database with connections of its own, which can be counted and limited. */
async function makeRole(databaseUrl: string) {
  const server = new URL(testServerUrl());
  const admin = createClient(server.href, { log: silentLogger, poolSize: 1 });
  const name = `counted_${randomBytes(4).toString("hex")}`;
  await admin.$executeRawUnsafe(`CREATE ROLE ${name} LOGIN PASSWORD 'x' IN ROLE "${server.username}"`);
  const url = new URL(databaseUrl);
  url.username = name;
  url.password = "x";
  const count = async () => {
    const rows = await admin.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity WHERE usename = ${name}`;
    return rows.length;
  };
  return {
    url: url.href,
    count,
    limit: (most: number) => admin.$executeRawUnsafe(`ALTER ROLE ${name} CONNECTION LIMIT ${most}`),
    /** After its connections are closed. */
    async drop() {
      await expect.poll(count).toBe(0);
      await admin.$executeRawUnsafe(`DROP ROLE ${name}`);
      await admin.$disconnect();
    },
  };
}

test.each([
  ["web process", false, 3],
  ["worker", true, 6],
] as const)(
  "a busy %s opens no more connections than DATABASE_POOL and the few that are documented",
  async (_, isWorker, further) => {
    await withFolder(async (DATA_DIR) => {
      const database = await createTestDatabase();
      const role = await makeRole(database.url);
      const env = parseEnv({ DATA_DIR, DATABASE_URL: role.url, DATABASE_POOL: "2", EMBEDDING_PROVIDER: "none" });
      const services = await openServices({ actor: { kind: "service" }, env, log: silentLogger, isWorker });
      const { db, queue } = services;
      if (isWorker) {
        await queue.job.work({ db, concurrency: 8, onTask: async () => undefined, onDead: async () => undefined });
        await queue.index.work(async () => undefined);
        await queue.automation.work(async () => undefined);
        await queue.webhook.work(async () => undefined);
        await queue.github.work(async () => undefined);
      }
      const ctx = await seedProject(services);
      const asleep = () =>
        database.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%' AND state = 'active'`;
      let isOver = false;
      const work = Promise.all([
        ...Array.from({ length: 12 }, () => db.$queryRaw`SELECT pg_sleep(0.2)::text`),
        ...Array.from({ length: 12 }, () => createJob(ctx, { prompt: "Fix the typo" })),
      ]).finally(() => {
        isOver = true;
      });

      const [open, sleeping] = [new Set<number>(), new Set<number>()];
      while (!isOver) {
        open.add(await role.count());
        sleeping.add((await asleep()).length);
      }
      await work;

      expect(Math.max(...sleeping)).toBe(2);
      expect(Math.max(...open)).toBeLessThanOrEqual(2 + further);
      expect(Math.max(...open)).toBeGreaterThan(2);
      await services.close();
      await role.drop();
      await database.drop();
    });
  },
);

test("wherever connections run out while a process opens its services, it says so in a sentence, and nothing stays open", async () => {
  await withFolder(async (DATA_DIR) => {
    const database = await createTestDatabase();
    const role = await makeRole(database.url);
    const env = parseEnv({ DATA_DIR, DATABASE_URL: role.url, EMBEDDING_PROVIDER: "none" });
    const said: string[] = [];
    for (let most = 0; said.at(-1) !== "it opened"; most += 1) {
      await role.limit(most);
      const opening = openServices({ actor: { kind: "service" }, env, log: silentLogger, isWorker: true });
      said.push(
        await opening.then(
          async (services) => {
            await services.close();
            return "it opened";
          },
          (error: Error) => `${error.name}: ${error.message}`,
        ),
      );
      await expect.poll(role.count).toBe(0);
    }

    expect(said.length).toBeGreaterThan(2);
    expect(new Set(said.slice(0, -1))).toEqual(new Set([`DatabaseError: ${TOO_MANY_CONNECTIONS}`]));
    await role.drop();
    await database.drop();
  });
});

test("LIMIT_ACTIVE_JOBS_PER_PROJECT and LIMIT_ACTIVE_JOBS_PER_ORGANIZATION bound what workers take", async () => {
  await withFolder(async (DATA_DIR) => {
    const database = await createTestDatabase();
    const limits = { LIMIT_ACTIVE_JOBS_PER_PROJECT: "1", LIMIT_ACTIVE_JOBS_PER_ORGANIZATION: "2" };
    const env = parseEnv({ DATA_DIR, DATABASE_URL: database.url, EMBEDDING_PROVIDER: "none", ...limits });
    const services = await openServices({ actor: { kind: "service" }, env, log: silentLogger, isWorker: true });
    const first = await seedProject(services);
    const { organizationId } = first.project;
    const projects = [
      first,
      await seedProject(services, { organizationId }),
      await seedProject(services, { organizationId }),
    ];
    for (const ctx of projects) for (const prompt of ["One", "Two"]) await createJob(ctx, { prompt });
    const running = new Map<string, string>();
    const together: string[][] = [];
    let ended = 0;
    await services.queue.job.work({
      db: services.db,
      concurrency: 6,
      onDead: async () => undefined,
      async onTask({ id }) {
        const { projectId } = await services.db.job.findUniqueOrThrow({ where: { id } });
        running.set(id, projectId);
        together.push([...running.values()]);
        // Jobs wait for each other until two have run together.
        await expect.poll(() => together.some((ids) => ids.length >= 2)).toBe(true);
        running.delete(id);
        ended += 1;
      },
    });
    await expect.poll(() => ended).toBe(6);

    expect(services.activeJobs).toEqual({ perProject: 1, perOrganization: 2 });
    expect(Math.max(...together.map((ids) => ids.length))).toBe(2);
    expect(together.filter((ids) => new Set(ids).size < ids.length)).toEqual([]);
    await services.close();
    await database.drop();
  });
});
