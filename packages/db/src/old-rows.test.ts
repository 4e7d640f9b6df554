import { expect, test } from "vitest";
import { createOldDatabase } from "./testing-old-database.ts";

const pull = (id: string, number: number, jobId: string | null) =>
  `('${id}', 'prj_1', ${number}, ${jobId === null ? "NULL" : `'${jobId}'`}, 't', '', 'b', 'main', 'x', 'x', now())`;
const PULL_COLUMNS = `id, "projectId", number, "jobId", title, body, branch, "baseRef", "baseSha", "headSha", "updatedAt"`;

test("old pull requests get the repository of their job, and new jobs that of their project", async () => {
  await using database = await createOldDatabase("20261122150000_pull_request_repository");
  await database.query(`INSERT INTO "Organization" (id, slug, name) VALUES ('org_1', 'acme', 'Acme')`);
  await database.query(`
    INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef", "hostRepositoryId")
    VALUES ('prj_1', 'org_1', 'docs', 'Docs', 'github', 'https://github.com/Acme/new', 'main', '22')`);
  await database.query(`
    INSERT INTO "Job" (id, "projectId", model, repository, "baseRef") VALUES
      ('job_old', 'prj_1', 'opus', 'https://github.com/Acme/old', 'main'),
      ('job_new', 'prj_1', 'opus', 'https://github.com/Acme/new', 'main')`);
  await database.query(
    `INSERT INTO "PullRequest" (${PULL_COLUMNS}) VALUES ${pull("pr_1", 1, "job_old")}, ${pull("pr_2", 2, "job_new")}, ${pull("pr_3", 3, null)}`,
  );

  await database.migrate();

  await database.query(`
    INSERT INTO "Job" (id, "projectId", model, repository, "baseRef")
    VALUES ('job_5', 'prj_1', 'opus', 'https://github.com/Acme/new', 'main')`);

  const current = { repository: "https://github.com/Acme/new", repositoryKey: "github:22" };
  const former = { repository: "https://github.com/Acme/old", repositoryKey: "https://github.com/acme/old" };
  expect(await database.query(`SELECT id, repository, "repositoryKey", number FROM "PullRequest" ORDER BY id`)).toEqual(
    [
      { id: "pr_1", ...former, number: 1 },
      { id: "pr_2", ...current, number: 2 },
      { id: "pr_3", ...current, number: 3 },
    ],
  );
  expect(await database.query(`SELECT id, "hostRepositoryId" AS host FROM "Job" ORDER BY id`)).toEqual([
    { id: "job_5", host: "22" },
    { id: "job_new", host: "22" },
    { id: "job_old", host: null },
  ]);
});

test("old projects keep the account that an operator gave them, and those of people go by its assignment", async () => {
  await using database = await createOldDatabase("20261122150100_repository_use");
  await database.query(`INSERT INTO "Organization" (id, slug, name) VALUES ('org_1', 'acme', 'Acme')`);
  for (const id of ["prj_operator", "prj_person", "prj_connected", "prj_unknown"]) {
    await database.query(`
      INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef")
      VALUES ('${id}', 'org_1', '${id}', 'Docs', 'github', 'https://ghe.example/github/Acme/docs', 'main')`);
  }
  const audit = (id: string, projectId: string, kind: string, action: string, details = "{}") =>
    database.query(`
      INSERT INTO "AuditEvent" (id, "organizationId", "projectId", "actorKind", action, "targetId", details)
      VALUES ('${id}', 'org_1', '${projectId}', '${kind}', '${action}', '${projectId}', '${details}')`);
  await audit("aud_1", "prj_operator", "operator", "project.created");
  await audit("aud_2", "prj_operator", "service", "project.updated", '{"repository":"x"}');
  await audit("aud_3", "prj_person", "user", "project.created");
  await audit("aud_4", "prj_connected", "operator", "project.created");
  await audit("aud_5", "prj_connected", "user", "project.updated", '{"repository":"x"}');

  await database.migrate();

  expect(await database.query(`SELECT id, "grantedAccount" AS account FROM "Project" ORDER BY id`)).toEqual([
    { id: "prj_connected", account: null },
    { id: "prj_operator", account: "Acme" },
    { id: "prj_person", account: null },
    { id: "prj_unknown", account: "Acme" },
  ]);
});

test("old limits that an operator or an owner of the first organization has set stay, and those of others have no grant", async () => {
  await using database = await createOldDatabase("20261122160000_granted_limits");
  await database.query(`
    INSERT INTO "Organization" (id, slug, name, "jobLimits", "createdAt") VALUES
      ('org_1', 'first', 'First', '{"maxSteps": 900}', '2026-01-01'),
      ('org_2', 'tenant', 'Tenant', '{"maxSteps": 500, "maxCostUsd": 1000000}', '2026-02-01')`);
  await database.query(`INSERT INTO "User" (id, email, name, "updatedAt") VALUES
    ('usr_1', 'one@x.test', 'One', now()), ('usr_2', 'two@x.test', 'Two', now())`);
  await database.query(`INSERT INTO "Membership" ("organizationId", "userId", role) VALUES
    ('org_1', 'usr_1', 'owner'), ('org_2', 'usr_2', 'owner')`);
  await database.query(`
    INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef", "jobLimits")
    VALUES ('prj_1', 'org_2', 'docs', 'Docs', 'local', 'file:///r', 'main', '{"maxMinutes": 300, "maxSteps": 400}')`);
  await database.query(`
    INSERT INTO "LimitOverride" ("organizationId", "ownerId", name, quota, "updatedAt") VALUES
      ('org_2', 'org_2', 'search', 5000, now()), ('org_2', 'key_1', 'search', 6000, now()), ('org_2', 'key_2', 'search', 7000, now())`);
  const audit = (id: string, by: string, target: string, details: object) =>
    database.query(`
      INSERT INTO "AuditEvent" (id, "organizationId", "actorKind", "actorId", action, "targetId", details, "createdAt")
      VALUES ('${id}', '${target === "org_1" ? "org_1" : "org_2"}', ${by}, 'limit.set', '${target}', '${JSON.stringify(details)}',
        '2026-03-01'::timestamptz + '${Number(id.slice(4))} minutes')`);
  const [operator, first, tenant] = ["'operator', NULL", "'user', 'usr_1'", "'user', 'usr_2'"] as const;
  await audit("aud_1", first, "org_1", { maxSteps: 900 });
  await audit("aud_2", operator, "org_2", { maxSteps: 500, maxCostUsd: 20 });
  await audit("aud_3", tenant, "org_2", { maxCostUsd: 1_000_000 });
  await audit("aud_4", tenant, "prj_1", { maxMinutes: 200, maxSteps: 400 });
  await audit("aud_5", operator, "prj_1", { maxMinutes: 300 });
  await audit("aud_6", operator, "org_2", { name: "search", quota: 5000 });
  await audit("aud_7", tenant, "key_1", { name: "search", quota: 6000 });
  await audit("aud_8", operator, "key_2", { name: "search", quota: 10 });

  await database.migrate();

  expect(await database.query(`SELECT "grantedJobLimits" AS granted FROM "Organization" ORDER BY id`)).toEqual([
    { granted: { maxSteps: 900 } },
    { granted: { maxSteps: 500 } },
  ]);
  expect(await database.query(`SELECT "grantedJobLimits" AS granted FROM "Project"`)).toEqual([
    { granted: { maxMinutes: 300 } },
  ]);
  expect(
    await database.query(
      `SELECT "ownerId" AS owner, "grantedQuota" AS granted FROM "LimitOverride" ORDER BY "ownerId"`,
    ),
  ).toEqual([
    { owner: "key_1", granted: null },
    { owner: "key_2", granted: null },
    { owner: "org_2", granted: 5000 },
  ]);
});

test("old runs of the index that were given up stay given up", async () => {
  await using database = await createOldDatabase("20261122180000_index_pause");
  await database.query(`INSERT INTO "Organization" (id, slug, name) VALUES ('org_1', 'acme', 'Acme')`);
  for (const [id, status, losses] of [
    ["prj_1", "failed", 2],
    ["prj_2", "ready", 0],
  ]) {
    await database.query(`
      INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef")
      VALUES ('${id}', 'org_1', '${id}', 'Docs', 'local', 'file:///r', 'main')`);
    await database.query(`
      INSERT INTO "SiteIndex" ("projectId", status, "lostRuns", "lossCommit", "requestedAt")
      VALUES ('${id}', '${status}', ${losses}, 'abc', now())`);
  }

  await database.migrate();

  expect(await database.query(`SELECT "givenUpCommit", "recentLosses" FROM "SiteIndex" ORDER BY "projectId"`)).toEqual([
    { givenUpCommit: "abc", recentLosses: 2 },
    { givenUpCommit: null, recentLosses: 0 },
  ]);
});

test("old events become one part of the table, which later ones are no part of, and old chunks are kept", async () => {
  await using database = await createOldDatabase("20261128030000_events_until");
  await database.query(`INSERT INTO "Organization" (id, slug, name) VALUES ('org_1', 'acme', 'Acme')`);
  await database.query(`
    INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef")
    VALUES ('prj_1', 'org_1', 'docs', 'Docs', 'local', 'file:///r', 'main')`);
  await database.query(`
    INSERT INTO "Job" (id, "projectId", model, repository, "baseRef") VALUES ('job_1', 'prj_1', 'opus', 'file:///r', 'main')`);
  await database.query(`
    INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt") VALUES
      ('job_1', 1, 'a', '{}', '2026-01-01'), ('job_1', 2, 'b', '{"x": "\\u0000"}', now() + interval '100 days')`);
  await database.query(`
    INSERT INTO "AnswerStream" (id, "projectId", "keyId", "chatId", "createdAt", "heartbeatAt")
    VALUES ('str_1', 'prj_1', 'key_1', 'chat', now(), now())`);
  await database.query(`INSERT INTO "AnswerStreamBatch" ("streamId", seq, chunks) VALUES ('str_1', 1, '["x"]')`);

  await database.migrate();

  await database.query(`
    INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt") VALUES ('job_1', 3, 'c', '{}', now() + interval '200 days')`);
  expect(
    await database.query(`SELECT seq, data::text, tableoid::regclass::text AS part FROM "JobEvent" ORDER BY seq`),
  ).toEqual([
    { seq: 1, data: "{}", part: '"JobEvent_early"' },
    { seq: 2, data: '{"x": "\\u0000"}', part: '"JobEvent_early"' },
    { seq: 3, data: "{}", part: '"JobEvent_other"' },
  ]);
  expect(await database.query(`SELECT "streamId", seq, chunks FROM "AnswerStreamBatch"`)).toEqual([
    { streamId: "str_1", seq: 1, chunks: ["x"] },
  ]);
  await database.query(`DELETE FROM "Job"`);
  await database.query(`DELETE FROM "AnswerStream"`);
  expect(await database.query(`SELECT 1 FROM "JobEvent" UNION ALL SELECT 1 FROM "AnswerStreamBatch"`)).toEqual([]);
});
