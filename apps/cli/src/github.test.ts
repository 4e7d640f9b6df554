import { generateKeyPairSync } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import { createTestServices, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCli } from "./testing.ts";

vi.setConfig({ testTimeout: 120_000 });

let at: TestGitHub;
let services: TestServices;
let keyFile: string;
beforeAll(async () => {
  at = await startTestGitHub();
  services = await createTestServices();
  keyFile = join(services.dataDir, "app.pem");
  await writeFile(keyFile, at.config.privateKey);
});
afterAll(async () => {
  await services.close();
  await at.close();
});

function cli(variables: Record<string, string>, ...args: string[]) {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, keySecret: KEY_SECRET } = services;
  const base = { DATABASE_URL, DATA_DIR, KEY_SECRET, GITHUB_API_URL: at.forge.apiUrl };
  return runCli({ ...base, ...variables }, ...args);
}

/** The App by variables, as an operator sets it. */
const configured = () => ({ GITHUB_APP_ID: at.config.appId, GITHUB_APP_PRIVATE_KEY_FILE: keyFile });

test("an App that was made by hand is connected, seen, and given to an organization", async () => {
  await services.db.gitHubApp.deleteMany();
  const { slug: org } = (await seedProject(services)).organization;
  const secretFile = join(services.dataDir, "webhook-secret");
  await writeFile(secretFile, `${at.config.webhookSecret}\n`);
  const files = ["--private-key-file", keyFile, "--webhook-secret-file", secretFile];

  const none = await cli({}, "github", "status");
  const connected = await cli({}, "github", "connect", "--app-id", at.config.appId, ...files);
  const status = await cli({}, "github", "status");
  const assigned = await cli({}, "github", "assign", "--account", "ACME", "--org", org);
  const json = JSON.parse((await cli({}, "github", "status", "--json")).stdout);

  expect(none).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("No GitHub App is connected") });
  expect(connected).toMatchObject({ code: 0, stdout: `${at.app.name}, ${json.app.url}\n` });
  expect(status.stdout).toContain(`${at.app.name} (${at.config.appId}), ${json.app.url}\n`);
  expect(status.stdout).toMatch(/^acme +1 +ready +/m);
  expect(assigned).toMatchObject({
    code: 0,
    stderr: `Admins of ${org} can now use the repositories of acme.\n`,
  });
  expect(json).toMatchObject({
    app: { id: at.config.appId, source: "dashboard", hasEvents: true },
    problem: null,
    installations: [{ account: "acme", repositoryCount: 1, isSuspended: false, missingPermissions: [], org }],
  });
  const row = await services.db.gitHubApp.findFirstOrThrow();
  expect(`${row.privateKey} ${row.webhookSecret}`).not.toMatch(new RegExp(`PRIVATE KEY|${at.config.webhookSecret}`));
});

test("a project is made over the address of a repository there", async () => {
  const name = "handbook-docs";
  const repo = at.repository.url();

  const made = await cli(
    configured(),
    ...["project", "create", "--org", "acme", "--domain", name, "--repo", repo, "--json"],
  );

  const { projectId, adminKey } = JSON.parse(made.stdout);
  expect(adminKey).toMatch(/^svc_/);
  expect(await services.db.project.findUnique({ where: { id: projectId } })).toMatchObject({
    domain: name,
    host: "github",
    repository: repo,
    hostRepositoryId: String(at.repository.id),
    baseRef: "main",
  });
});

test("status says where the App is suspended, what it lacks, and that its events are not believed", async () => {
  at.forge.suspend(at.installation);
  const suspended = await cli(configured(), "github", "status");
  at.forge.suspend(at.installation, false);

  expect(suspended.stdout).toMatch(/^acme +0 +suspended +/m);
  expect(suspended.stderr).toContain("It has no webhook secret");
});

test.each<[string, () => Promise<{ args: string[]; variables?: Record<string, string> }>, number, string | RegExp]>([
  [
    "an App whose key was replaced",
    async () => {
      const file = join(services.dataDir, "other.pem");
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      await writeFile(file, privateKey.export({ type: "pkcs1", format: "pem" }));
      return { args: ["github", "status"], variables: { ...configured(), GITHUB_APP_PRIVATE_KEY_FILE: file } };
    },
    1,
    "GitHub rejected the App's credentials",
  ],
  [
    "a key that is none",
    async () => {
      const file = join(services.dataDir, "none.pem");
      await writeFile(file, "not a key");
      return { args: ["github", "connect", "--app-id", "1", "--private-key-file", file] };
    },
    2,
    /^The private key .+\.\n$/,
  ],
  [
    "a file that is not there",
    async () => {
      const file = join(services.dataDir, "gone.pem");
      await rm(file, { force: true });
      return { args: ["github", "connect", "--app-id", "1", "--private-key-file", file] };
    },
    2,
    "gone.pem can't be read.",
  ],
  [
    "a name in place of the App's number",
    async () => ({ args: ["github", "connect", "--app-id", "docsteward", "--private-key-file", keyFile] }),
    2,
    "--app-id must be the App's number.",
  ],
  [
    "another App beside the one that is configured",
    async () => ({
      args: ["github", "connect", "--app-id", "1", "--private-key-file", keyFile],
      variables: configured(),
    }),
    1,
    "GITHUB_APP_ID",
  ],
  [
    "an account that has not installed it",
    async () => ({ args: ["github", "assign", "--account", "nobody", "--org", "acme"], variables: configured() }),
    1,
    "The App is not installed at nobody. See `docsteward github status`.",
  ],
  [
    "a repository that it may not see",
    async () => ({
      args: ["project", "create", "--org", "acme", "--domain", "hidden", "--repo", `${at.forge.url}/acme/hidden`],
      variables: configured(),
    }),
    2,
    "acme/hidden",
  ],
  [
    "a repository at GitHub without an App",
    async () => {
      await services.db.gitHubApp.deleteMany();
      return { args: ["project", "create", "--org", "acme", "--domain", "none", "--repo", at.repository.url()] };
    },
    2,
    "No GitHub App is connected",
  ],
])("%s is reported in a sentence", async (_case, arrange, code, sentence) => {
  const { args, variables = {} } = await arrange();

  const ended = await cli(variables, ...args);

  expect(ended.stderr).toMatch(sentence);
  expect(ended.stderr).not.toMatch(/\bat .+:\d+:\d+|PRIVATE KEY/);
  expect(ended.code).toBe(code);
});
