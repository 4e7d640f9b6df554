import { generateKeyPairSync } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import { seedProject, type TestServices } from "@docsteward/services/testing";
import { servicesTest, untilEnd } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli } from "./testing.ts";

const test = servicesTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("keyFile", { scope: "file" }, ({ services }) => join(services.dataDir, "app.pem"))
  .extend("cli", { scope: "file" }, ({ at, services }) => (variables: Record<string, string>, ...args: string[]) => {
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, keySecret: KEY_SECRET } = services;
    const base = { DATABASE_URL, DATA_DIR, KEY_SECRET, GITHUB_API_URL: at.forge.apiUrl };
    return runCli({ ...base, ...variables }, ...args);
  })
  /** The App by variables, as an operator sets it. */
  .extend("configured", { scope: "file" }, ({ at, keyFile }) => () => {
    return { GITHUB_APP_ID: at.config.appId, GITHUB_APP_PRIVATE_KEY_FILE: keyFile };
  });
test.beforeAll(({ at, keyFile }) => writeFile(keyFile, at.config.privateKey));

type Given = {
  services: TestServices;
  at: TestGitHub;
  keyFile: string;
  configured: () => { GITHUB_APP_ID: string; GITHUB_APP_PRIVATE_KEY_FILE: string };
};

test("an App that was made by hand is connected, seen, and given to an organization", async ({
  at,
  services,
  keyFile,
  cli,
}) => {
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

test("a project is made over the address of a repository there", async ({ at, services, cli, configured }) => {
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

test("status says where the App is suspended, what it lacks, and that its events are not believed", async ({
  at,
  cli,
  configured,
}) => {
  at.forge.suspend(at.installation);
  const suspended = await cli(configured(), "github", "status");
  at.forge.suspend(at.installation, false);

  expect(suspended.stdout).toMatch(/^acme +0 +suspended +/m);
  expect(suspended.stderr).toContain("It has no webhook secret");
});

test.for<
  [string, (given: Given) => Promise<{ args: string[]; variables?: Record<string, string> }>, number, string | RegExp]
>([
  [
    "an App whose key was replaced",
    async ({ services, configured }) => {
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
    async ({ services }) => {
      const file = join(services.dataDir, "none.pem");
      await writeFile(file, "not a key");
      return { args: ["github", "connect", "--app-id", "1", "--private-key-file", file] };
    },
    2,
    /^The private key .+\.\n$/,
  ],
  [
    "a file that is not there",
    async ({ services }) => {
      const file = join(services.dataDir, "gone.pem");
      await rm(file, { force: true });
      return { args: ["github", "connect", "--app-id", "1", "--private-key-file", file] };
    },
    2,
    "gone.pem can't be read.",
  ],
  [
    "a name in place of the App's number",
    async ({ keyFile }) => ({ args: ["github", "connect", "--app-id", "docsteward", "--private-key-file", keyFile] }),
    2,
    "--app-id must be the App's number.",
  ],
  [
    "another App beside the one that is configured",
    async ({ keyFile, configured }) => ({
      args: ["github", "connect", "--app-id", "1", "--private-key-file", keyFile],
      variables: configured(),
    }),
    1,
    "GITHUB_APP_ID",
  ],
  [
    "an account that has not installed it",
    async ({ configured }) => ({
      args: ["github", "assign", "--account", "nobody", "--org", "acme"],
      variables: configured(),
    }),
    1,
    "The App is not installed at nobody. See `docsteward github status`.",
  ],
  [
    "a repository that it may not see",
    async ({ at, configured }) => ({
      args: ["project", "create", "--org", "acme", "--domain", "hidden", "--repo", `${at.forge.url}/acme/hidden`],
      variables: configured(),
    }),
    2,
    "acme/hidden",
  ],
  [
    "a repository at GitHub without an App",
    async ({ services, at }) => {
      await services.db.gitHubApp.deleteMany();
      return { args: ["project", "create", "--org", "acme", "--domain", "none", "--repo", at.repository.url()] };
    },
    2,
    "No GitHub App is connected",
  ],
])(
  "%s is reported in a sentence",
  async ([_case, arrange, code, sentence], { at, services, keyFile, cli, configured }) => {
    const { args, variables = {} } = await arrange({ services, at, keyFile, configured });

    const ended = await cli(variables, ...args);

    expect(ended.stderr).toMatch(sentence);
    expect(ended.stderr).not.toMatch(/\bat .+:\d+:\d+|PRIVATE KEY/);
    expect(ended.code).toBe(code);
  },
);
