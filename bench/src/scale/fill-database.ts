import pg from "pg";

/** How much the others of an installation have. */
export type ScaleSizes = { projects: number; jobs: number; events: number };

/** The project that is measured: the same rows in the empty database and in the full one. */
export const OWN = { projectId: "prj_own", organizationId: "org_own", org: "own", domain: "own" } as const;
const OWN_JOBS = 300;

/** Tables in which only the rows count: what they refer to is made by the same statements. */
const TABLES = [
  ...["Organization", "Project", "ApiKey", "KeyUse", "Job", "JobMessage", "JobEvent", "PullRequest", "Thread"],
  ...["ThreadTurn", "Gap", "Topic", "LimitCounter", "CostCounter", "IdempotencyKey", "AuditEvent", "SiteIndex"],
  ...["WebhookEndpoint", "WebhookDelivery", "SavedPrompt", "AssistantDay", "QueueTurn", "WaitingJob"],
];

type Tenants = {
  /** SQL for the number of a row's project, from its own number `n`. */
  projectOf: string;
  projects: number;
  prefix: string;
  jobs: number;
  eventsPerJob: number;
};

/** Writes the measured project. */
export async function fillOwn(url: string): Promise<void> {
  await withRows(url, async (query) =>
    fill(query, { projectOf: "0", projects: 1, prefix: "own", jobs: OWN_JOBS, eventsPerJob: 50 }),
  );
}

/**
 * Writes the others. A few projects have most of the jobs: that of number p has the more the smaller p is (the first of 10,000 some
 * 5 %, the middle one 0.006 %).
 *
 * @returns the seconds that each step took
 */
export async function fillOthers(url: string, sizes: ScaleSizes, onLine: (line: string) => void): Promise<void> {
  const spread = `LEAST(${sizes.projects} - 1, floor(${sizes.projects} * power(((n::bigint * 7919) % 1000003) / 1000003.0, 3)))::int`;
  await withRows(url, (query) =>
    fill(
      async (text) => {
        const startMs = performance.now();
        const result = await query(text);
        const table = /(?:INTO|TABLE) "(\w+)"/.exec(text)?.[1] ?? text.slice(0, 40);
        const seconds = (performance.now() - startMs) / 1_000;
        if (seconds > 10) onLine(`  ${table}: ${seconds.toFixed(0)} s`);
        return result;
      },
      {
        projectOf: spread,
        projects: sizes.projects,
        prefix: "o",
        jobs: sizes.jobs,
        eventsPerJob: sizes.events / sizes.jobs,
      },
    ),
  );
}

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Without triggers and foreign keys: a million rows are then written in seconds. */
async function withRows(url: string, work: (query: Query) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off");
    for (const table of TABLES) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER ALL`);
    await work((text) => client.query(text));
    for (const table of TABLES) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER ALL`);
  } finally {
    await client.end();
  }
}

async function fill(query: Query, { projectOf, projects, prefix, jobs, eventsPerJob }: Tenants): Promise<void> {
  const project = prefix === "own" ? `'${OWN.projectId}'` : `'prj_' || ${projectOf}`;
  const own = prefix === "own";
  const organizationOf = (number: string) => (own ? `'${OWN.organizationId}'` : `'org_' || (${number}) / 4`);
  const numbers = (count: number) => `generate_series(0, ${Math.max(1, Math.ceil(count))} - 1) n`;
  const at = `now() - interval '90 days' * (((n::bigint * 104729) % 1000003) / 1000003.0)`;
  await query(`
    INSERT INTO "Organization" (id, slug, name)
    SELECT ${own ? `'${OWN.organizationId}', '${OWN.org}'` : `'org_' || n, 'org-' || n`}, 'Organization ' || n FROM ${numbers(projects / 4)}`);
  await query(`
    INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef")
    SELECT ${own ? `'${OWN.projectId}', '${OWN.organizationId}', '${OWN.domain}'` : `'prj_' || n, ${organizationOf("n")}, 'site-' || n`},
      'Site', 'github', 'https://github.com/${prefix}/' || n, 'main' FROM ${numbers(projects)}`);
  await query(`
    INSERT INTO "SiteIndex" ("projectId", status, version, "pageCount", "requestedAt", "nextPollAt", "lastPolledAt")
    SELECT ${own ? `'${OWN.projectId}'` : "'prj_' || n"}, 'ready', 1, 100, now(), now() + interval '1 day', now() FROM ${numbers(projects)}`);
  const keys = own ? 50 : projects * 5;
  const keyProject = own ? project : "'prj_' || n / 5";
  await query(`
    INSERT INTO "ApiKey" (id, "organizationId", "projectId", kind, name, prefix, last4, hash, scopes, "createdAt")
    SELECT 'key_${prefix}' || n, ${organizationOf("n / 20")}, CASE WHEN n % 5 = 0 THEN NULL ELSE ${keyProject} END,
      (CASE WHEN n % 5 = 0 THEN 'admin' ELSE 'assistant' END)::"KeyKind", 'Key ' || n, 'svc_', '1234', '${prefix} hash ' || n,
      '{}', ${at} FROM ${numbers(keys)}`);
  await query(`
    INSERT INTO "KeyUse" ("keyId", hour, count)
    SELECT 'key_${prefix}' || n % ${keys}, date_trunc('hour', now()) - interval '1 hour' * (n / ${keys}), 7 FROM ${numbers(keys * 20)}`);
  await query(`
    INSERT INTO "LimitCounter" (key, "windowStart", count)
    SELECT 'agent-hour:' || ${own ? project : `'prj_' || n % ${projects}`}, date_trunc('hour', now()) - interval '1 hour' * (n / ${projects}), 3
    FROM ${numbers(own ? 20 : projects * 20)}`);
  await query(`
    INSERT INTO "CostCounter" (scope, month, "microUsd")
    SELECT 'project:' || ${own ? project : "'prj_' || n / 6"}, to_char(now() - interval '1 month' * (n % 6), 'YYYY-MM'), 1000 FROM ${numbers(projects * 6)}`);
  await query(`
    INSERT INTO "WebhookEndpoint" (id, "projectId", url, events, secret)
    SELECT 'whe_${prefix}' || n, ${own ? project : "'prj_' || n"}, 'https://hooks.example.com', '{}', 'x' FROM ${numbers(projects)}`);
  // Jobs, with what hangs on them.
  const words = `'Explain in docs/guides/region-' || n % 400 || '.mdx how quota ' || n % 5000 || ' is raised, and link it from the overview'`;
  await query(`
    INSERT INTO "Job" (id, "projectId", status, model, title, repository, "baseRef", branch, "pullRequestNumber", "createdAt",
      "startedAt", "endedAt", "lastMessageSeq", "takenMessageSeq", "lastEventSeq", "costMicroUsd", "createdByKeyId", search)
    SELECT 'job_${prefix}' || n, ${project}, (CASE WHEN n % 7 = 0 THEN 'failed' ELSE 'completed' END)::"JobStatus",
      (ARRAY['sonnet', 'opus'])[1 + n % 2], 'Explain quota ' || n, 'https://github.com/${prefix}/docs', 'main', 'docsteward/quota-' || n,
      n, at, at, at + interval '3 minutes', 1, 1, ${Math.round(eventsPerJob)}, n % 5000, 'key_${prefix}' || n % ${keys},
      job_search_terms(${words}) FROM ${numbers(jobs)}, LATERAL (SELECT ${at} AS at) time`);
  await query(`
    INSERT INTO "JobMessage" (id, "jobId", seq, role, content, "createdAt")
    SELECT 'msg_${prefix}' || n, 'job_${prefix}' || n, 1, 'user', ${words}, ${at} FROM ${numbers(jobs)}`);
  await query(`
    INSERT INTO "PullRequest" (id, "projectId", number, repository, "repositoryKey", "jobId", title, body, branch, "baseRef",
      "baseSha", "headSha", state, "createdAt", "updatedAt")
    SELECT 'pr_${prefix}' || n, ${project}, n, 'https://github.com/${prefix}/docs', '${prefix}', 'job_${prefix}' || n, 'Explain', '',
      'docsteward/quota-' || n, 'main', 'x', 'x', 'merged', ${at}, now() FROM ${numbers(jobs)} WHERE n % 3 = 0`);
  await query(`
    INSERT INTO "IdempotencyKey" ("projectId", operation, key, "bodyHash", "jobId", "createdAt")
    SELECT ${project}, 'create-job', 'call ' || n, 'x', 'job_${prefix}' || n, now() FROM ${numbers(jobs / 10)}`);
  await query(`
    INSERT INTO "WebhookDelivery" (id, "endpointId", type, body, state, "createdAt", "endedAt")
    SELECT 'whd_${prefix}' || n, ${own ? "'whe_own0'" : `'whe_o' || ${projectOf}`}, 'job.completed', repeat('x', 300), 'delivered',
      ${at}, now() FROM ${numbers(jobs / 2)}`);
  await query(`
    INSERT INTO "AuditEvent" (id, "organizationId", "actorKind", action, "targetId", "createdAt")
    SELECT 'aud_${prefix}' || n, ${own ? `'${OWN.organizationId}'` : `'org_' || (${projectOf}) / 4`}, 'operator', 'key.created', 'x', ${at}
    FROM ${numbers(jobs / 5)}`);
  // Questions, two in a thread, one in ten without an answer.
  await query(`
    INSERT INTO "Gap" (id, "projectId", question, "askedCount", "lastAskedAt", "createdAt")
    SELECT 'gap_${prefix}' || n, ${project}, 'How do I raise quota ' || n || '?', 5, ${at}, ${at} FROM ${numbers(jobs / 10)}`);
  await query(`
    INSERT INTO "Thread" (id, "projectId", fp, "publicId", "isIssued", "createdAt", "updatedAt")
    SELECT 'thr_${prefix}' || n, ${project}, 'reader-' || n % 100, 'thr_${prefix}' || n, true, ${at}, ${at} FROM ${numbers(jobs / 2)}`);
  await query(`
    INSERT INTO "ThreadTurn" (id, "threadId", "projectId", status, question, answer, category, outcome, commit, model, "gapId",
      "createdAt", "endedAt")
    SELECT 'trn_${prefix}' || turn || '_' || n, 'thr_${prefix}' || n, ${project}, 'done', 'How do I raise quota ' || n || '?',
      repeat('Open the console and ask. ', 8), (CASE WHEN n % 10 = 0 THEN 'unanswered' ELSE 'answered' END)::"AnswerCategory",
      (CASE WHEN n % 10 = 0 THEN 'unanswered' ELSE 'answered' END)::"AnswerOutcome", 'x', 'sonnet',
      CASE WHEN n % 10 = 0 THEN 'gap_${prefix}' || n % ${Math.max(1, Math.ceil(jobs / 10))} END, ${at}, now()
    FROM ${numbers(jobs / 2)}, generate_series(1, 2) turn`);
  await query(`
    INSERT INTO "AssistantDay" ("projectId", day, questions, answered, unanswered, failed, deflected, up, down, web, api, other, "countedAt")
    SELECT ${own ? project : `'prj_' || n % ${projects}`}, (now() - interval '1 day' * (n / ${projects}))::date, 9, 8, 1, 0, 8, 0, 0, 9, 0, 0, now()
    FROM ${numbers(projects * 30)}`);
  await fillEvents(query, { prefix, jobs, eventsPerJob });
}

/** Jobs whose events are written by one statement. */
const EVENT_JOBS = 100_000;

/** The largest table by far: its keys are made when its rows are there. */
async function fillEvents(
  query: Query,
  { prefix, jobs, eventsPerJob }: Pick<Tenants, "prefix" | "jobs" | "eventsPerJob">,
): Promise<void> {
  const isLarge = prefix !== "own";
  const parts = isLarge ? (await query(EVENT_PARTS)).rows.map(({ name }) => String(name)) : [];
  for (const part of parts) await query(`ALTER TABLE "${part}" DROP CONSTRAINT "${part}_pkey"`);
  if (isLarge) await query(`DROP INDEX "JobEvent_createdAt_idx"`);
  for (let first = 0; first < jobs; first += EVENT_JOBS) {
    await query(`
      INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt")
      SELECT 'job_${prefix}' || n, seq, 'tool.finished', '{"tool":"read","path":"docs/guides/region.mdx","lines":120}',
        now() - interval '90 days' * (((n::bigint * 104729) % 1000003) / 1000003.0) + interval '2 seconds' * seq
      FROM generate_series(${first}, ${Math.min(first + EVENT_JOBS, jobs) - 1}) n, generate_series(1, ${Math.round(eventsPerJob)}) seq`);
  }
  for (const part of parts)
    await query(`ALTER TABLE "${part}" ADD CONSTRAINT "${part}_pkey" PRIMARY KEY ("jobId", seq)`);
  if (isLarge) await query(`CREATE INDEX "JobEvent_createdAt_idx" ON "JobEvent" ("createdAt")`);
}

/** The parts of the events' table, and about how many rows each has, as PostgreSQL counted last. */
export const EVENT_PARTS = `
  SELECT relname::text AS name, reltuples::float8 AS rows FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = '"JobEvent"'::regclass`;
