import { makeRepository } from "@docsteward/git/testing";
import { claimJob, finishJob } from "@docsteward/services/job/lease";
import { cancelJob } from "@docsteward/services/job/stop";
import { authenticate } from "@docsteward/services/key/authenticate";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { servicesTest, untilEnd } from "@docsteward/services/testing-fixtures";
import { describe, expect } from "vitest";
import { runCli, startCli, variablesOf } from "./testing.ts";

const test = servicesTest()
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "index.md": "# Welcome\n" })),
  )
  .extend("variables", { scope: "file" }, ({ services }) => variablesOf(services))
  .extend("cli", { scope: "file" }, ({ variables }) => (...args: string[]) => {
    return runCli(variables, ...args);
  })
  .extend("createProject", { scope: "file" }, ({ repository, variables }) => (domain: string, ...more: string[]) => {
    const args = ["project", "create", "--org", "acme", "--domain", domain, "--repo", repository.path, ...more];
    return startCli(variables, ...args).ended;
  });

describe("project create", () => {
  test("prints one JSON object and nothing else, with keys that work", async ({ services, createProject }) => {
    const { code, stdout, stderr } = await createProject("json-docs", "--json");

    const created = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(Object.keys(created)).toEqual(["projectId", "domain", "adminKey", "assistantKey", "dashboardUrl"]);
    expect(created).toMatchObject({ domain: "json-docs", dashboardUrl: "http://docs.test/acme/json-docs" });
    await authenticate(services, { token: created.adminKey, kind: "admin", scope: "write" });
    await authenticate(services, { token: created.assistantKey, kind: "assistant", scope: "read" });
  });

  test("says in words that the keys are shown only now", async ({ createProject }) => {
    const { stdout, stderr } = await createProject("word-docs");

    expect(stdout).toMatch(/^projectId {5}prj_/);
    expect(stderr).toContain("The keys are shown only now");
  });

  test("refuses a domain that is taken and a repository that is none, in a sentence", async ({
    cli,
    createProject,
  }) => {
    await createProject("taken-docs");

    const taken = await createProject("taken-docs");
    const missing = await cli("project", "create", "--org", "acme", "--domain", "no-docs", "--repo", "/nowhere");

    expect(taken).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/taken-docs.*\.\n$/) });
    expect(missing).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/\.\n$/) });
  });
});

test("project list shows every project", async ({ cli, createProject }) => {
  await createProject("listed-docs");

  const { stdout } = await cli("project", "list", "--org", "acme", "--json");

  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ org: "acme", domain: "listed-docs", jobs: 0, docsPath: "" }),
  );
});

test("a key is made, listed without its token, and revoked", async ({ services, cli }) => {
  const { project } = await seedProject(services);
  const at = ["--domain", project.domain];

  const made = await cli(
    "key",
    "create",
    ...at,
    "--kind",
    "admin",
    "--name",
    "CI",
    "--scope",
    "read",
    "--expires",
    "30",
  );
  const listed = await cli("key", "list", ...at, "--json");
  const [{ id }] = JSON.parse(listed.stdout);
  const revoked = await cli("key", "revoke", id, ...at);

  expect(made.stdout).toMatch(/^svc_[0-9A-Za-z]{38}\n$/);
  expect(listed.stdout).not.toContain(made.stdout.trim());
  expect(JSON.parse(listed.stdout)).toEqual([
    expect.objectContaining({ name: "CI", state: "valid", scopes: ["read"] }),
  ]);
  expect(revoked).toMatchObject({ code: 0, stderr: `Revoked ${id} (CI).\n` });
  // Other services, as these, may remember a key for some seconds.
  const call = { token: made.stdout.trim(), kind: "admin", scope: "read" } as const;
  const codeOf = () => authenticate(services, call).catch(({ code }: { code: string }) => code);
  await expect.poll(codeOf).toBe("revoked_key");
});

test("a key is changed, and a rotation puts another in its place", async ({ services, cli }) => {
  const { project } = await seedProject(services);
  const at = ["--domain", project.domain];
  await cli("key", "create", ...at, "--kind", "assistant", "--name", "site", "--origin", "https://acme.test");
  const [{ id }] = JSON.parse((await cli("key", "list", ...at, "--json")).stdout);

  await cli("key", "update", id, ...at, "--ip", "10.0.0.0/8", "--no-origins");
  const rotated = await cli("key", "rotate", id, ...at, "--grace", "0", "--json");

  const made = JSON.parse(rotated.stdout);
  const listed = JSON.parse((await cli("key", "list", ...at, "--json")).stdout);
  expect(made.key).toMatch(/^svc_dsc_/);
  expect(listed).toEqual([
    expect.objectContaining({ id: made.id, state: "valid", allowedIps: ["10.0.0.0/8"], allowedOrigins: [] }),
    expect.objectContaining({ id, state: "expired", replacedById: made.id }),
  ]);
});

test("a limit is set for a key, listed, and taken away again", async ({ services, cli }) => {
  const { project } = await seedProject(services);
  const at = ["--domain", project.domain];
  await cli("key", "create", ...at, "--kind", "admin", "--name", "CI");
  const [{ id }] = JSON.parse((await cli("key", "list", ...at, "--json")).stdout);
  const list = async () => JSON.parse((await cli("limit", "list", ...at, "--json")).stdout)[0];

  const set = await cli("limit", "set", "agent-hour", "5", ...at, "--key", id);

  expect(set.stderr).toBe(`agent-hour of ${id} is now 5.\n`);
  expect(await list()).toMatchObject({ name: "agent-hour", quota: 100, keys: [{ keyId: id, quota: 5 }] });
  await cli("limit", "set", "agent-hour", "default", ...at, "--key", id);
  expect(await list()).toMatchObject({ keys: [] });
  const audited = JSON.parse((await cli("audit", "list", ...at, "--limit", "2", "--json")).stdout);
  expect(audited.map(({ action }: { action: string }) => action)).toEqual(["limit.cleared", "limit.set"]);
});

test("key revoke hides the key of another organization", async ({ services, cli }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await cli("key", "create", "--domain", theirs.project.domain, "--kind", "admin", "--name", "theirs");
  const [key] = await services.db.apiKey.findMany({ where: { organizationId: theirs.project.organizationId } });

  const { code, stderr } = await cli("key", "revoke", String(key?.id), "--domain", mine.project.domain);

  expect({ code, stderr }).toEqual({ code: 1, stderr: "API key not found.\n" });
});

test("job create prints the id, and job list shows the job", async ({ services, cli }) => {
  const { project } = await seedProject(services);

  const created = await cli("job", "create", "Fix the typo", "--domain", project.domain);
  const listed = await cli("job", "list", "--domain", project.domain, "--status", "active", "--json");

  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^job_\w+\n$/) });
  expect(JSON.parse(listed.stdout)).toEqual([
    expect.objectContaining({ id: created.stdout.trim(), status: "active", prompt: "Fix the typo" }),
  ]);
});

describe("job watch", () => {
  test("follows a job live and ends with 1 when it failed", async ({ services, variables }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx, { prompt: "Fix the typo" });

    const watch = startCli(variables, "job", "watch", id, "--domain", ctx.project.domain);
    watch.stdout.once("data", () => void cancelJob(ctx, { id }));
    const { code, stdout } = await watch.ended;

    expect(code).toBe(1);
    expect(stdout).toMatch(/^\d\d:\d\d:\d\d {2}Job created with offline: Fix the typo\n/);
    expect(stdout).toMatch(/Failed: The job was cancelled\.\n$/);
  });

  test("ends with 0 when the job completed, one JSON object an event", async ({ services, cli }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    await claimJob(services, { id });
    const lease = { kind: "job", id, attempt: 1 } as const;
    await services.db.job.update({ where: { id }, data: { takenMessageSeq: 1 } });
    await finishJob(services, { lease, pullRequest: null, messageToUser: "Nothing to do." });

    const { code, stdout } = await cli("job", "watch", id, "--domain", ctx.project.domain, "--json");
    const words = await cli("job", "watch", id, "--domain", ctx.project.domain);

    expect(words.stdout).toMatch(/Completed without changes: Nothing to do\.\n\nNothing to do\.\n$/);
    const events = stdout.trim().split("\n");
    expect(code).toBe(0);
    expect(events.map((line) => JSON.parse(line).type)).toEqual(["job.created", "job.started", "job.completed"]);
  });
});

describe("wrong arguments end with 2 and a sentence on stderr:", () => {
  test.for([
    ["no command", [], "Usage: docsteward"],
    ["an unknown command", ["job", "stop"], 'Unknown command "job stop".'],
    ["an unknown option", ["project", "list", "--all"], "Unknown option '--all'."],
    ["no project named among several", ["key", "list"], "Choose one with --domain."],
    [
      "a wrong domain",
      ["project", "create", "--org", "a", "--domain", "A B", "--repo", "/"],
      "must have 1 to 63 lowercase",
    ],
  ] as const)("%s", async ([_case, args, sentence], { cli }) => {
    const { code, stdout, stderr } = await cli(...args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
  });
});

test("--help goes to stdout, and needs nothing", async () => {
  const { code, stdout, stderr } = await startCli({}, "project", "create", "--help").ended;

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: docsteward project create/);
});

test("a wrong variable is named, and nothing is tried", async ({ variables }) => {
  const { code, stderr } = await startCli({ ...variables, PORT: "many" }, "project", "list").ended;

  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "Invalid configuration:\n  PORT must be a whole number from 0 to 65535\n",
  });
});
