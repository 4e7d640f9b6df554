import { execFile } from "node:child_process";
import { mkdtempDisposable, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteOrganization, EXPORTED, exportOrganization } from "./organization-data.ts";
import { createTestServices, isStatementWaiting, type TestServices } from "./testing.ts";
import { plantEverywhere } from "./testing-planted.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

/** Counters of a moment, copies of pages, what is a person's own, and what cannot be read elsewhere. */
const LEFT_OUT = [
  "AnswerStream",
  "AnswerStreamBatch",
  "GitHubPerson",
  "GitHubRepository",
  "IdempotencyKey",
  "LimitCounter",
  "Notification",
  "NotificationSetting",
  "OAuthRequest",
  "OAuthToken",
  "QueueTurn",
  "SignInLink",
  "SignInVerification",
  "SitePage",
  "SitePageVectors",
  "SlackRequest",
  "UserAccount",
  "UserSession",
  "WaitingJob",
];
const SECRETS = ["hash", "secret", "previousSecret", "webhookSecret", "apiKey", "password", "token", "clientSecret"];

test("an export holds every row of the organization, no other's, and no secret; tar opens it", async () => {
  const { tables } = await plantEverywhere(services.db, {
    marker: "marker-one",
    values: {
      "CostCounter.scope": "project:marker-one-Project",
      "GitHubMention.author": 'tab\\t "quoted"\nline',
      "JournalEntry.data": '{"zero": "\\u0000",\n "one": 1}',
    },
  });
  await plantEverywhere(services.db, {
    marker: "marker-two",
    values: { "CostCounter.scope": "project:marker-two-Project" },
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-export-"));
  const file = join(folder.path, "acme.tar.gz");
  const { slug: org } = await services.db.organization.findUniqueOrThrow({ where: { id: "marker-one-Organization" } });
  const input = { url: services.databaseUrl, org, file };

  const counts = await exportOrganization(services, input);

  expect([...Object.keys(counts), ...LEFT_OUT].sort()).toEqual(tables);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await promisify(execFile)("tar", ["-xzf", file, "-C", folder.path]);
  const files = (await readdir(folder.path)).filter((name) => name.endsWith(".jsonl"));
  expect(files.sort()).toEqual(EXPORTED.map(({ name }) => `${name}.jsonl`).sort());
  for (const name of files) {
    const text = await readFile(join(folder.path, name), "utf8");
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([name, rows.length, text.includes("marker-two")]).toEqual([name, 1, false]);
    expect(Object.keys(rows[0] ?? {}).filter((column) => SECRETS.includes(column))).toEqual([]);
  }
  const mention = JSON.parse(await readFile(join(folder.path, "GitHubMention.jsonl"), "utf8"));
  expect(mention.author).toBe('tab\\t "quoted"\nline');
  const step = JSON.parse(await readFile(join(folder.path, "JournalEntry.jsonl"), "utf8"));
  expect(step.data).toEqual({ zero: "\0", one: 1 });
  await expect(exportOrganization(services, input)).rejects.toThrow("exists already");
  await expect(exportOrganization(services, { ...input, org: "none" })).rejects.toThrow("not found");
});

test("a project that is being made while its organization is deleted goes with it", async () => {
  const organizationId = "org_leaving";
  const slug = "leaving";
  await services.db.organization.create({ data: { id: organizationId, slug, name: slug } });
  const isMade = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const making = services.db.$transaction(async (tx) => {
    const where = { host: "local", repository: "file:///srv/leaving.git", baseRef: "main" };
    await tx.project.create({ data: { id: "prj_late", organizationId, domain: "late", name: "late", ...where } });
    isMade.resolve();
    await mayCommit.promise;
  });
  await isMade.promise;

  const deleting = deleteOrganization(services, { org: slug, typed: slug });
  await expect.poll(() => isStatementWaiting(services)).toBe(true);
  mayCommit.resolve();
  await making;

  expect(await deleting).toEqual({ projects: 1 });
  expect(await services.db.organization.count({ where: { slug } })).toBe(0);
});
