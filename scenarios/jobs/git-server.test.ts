import { spawnSync } from "node:child_process";
import { makeRepository } from "@docsteward/git/testing";
import { startHttpServer, startSshServer } from "@docsteward/git/testing-server";
import { reply } from "@docsteward/model-script/script";
import { inProject } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { createProject } from "@docsteward/services/project/create";
import { listPullRequests } from "@docsteward/services/pull-request/get";
import { searchEverywhere } from "@docsteward/services/testing-planted";
import { PAGES, startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

test("a job pushes to a repository at any Git server with its token, and keeps the pull request's text", async () => {
  await using repository = await makeRepository(PAGES);
  await using server = await startHttpServer(repository, { username: "bot", token: "a-secret-token" });
  await using worker = await startTestWorker(SCRIPT, { services: { gitAllowedNetworks: ["127.0.0.0/8"] } });
  const { services } = worker;
  const project = await createProject(services, {
    org: "acme",
    domain: "acme-docs",
    repo: server.url,
    credential: { username: "bot", token: "a-secret-token" },
  });
  const ctx = inProject(services, project);
  expect(project).toMatchObject({ host: "git", repository: server.url, baseRef: "main" });

  const { job } = await createJob(ctx, { prompt: "Fix the typo" });
  const ended = await worker.end(job.id);

  expect(ended).toMatchObject({ status: "completed", failureReason: null, pullRequestNumber: 1 });
  const [pull] = await listPullRequests(ctx);
  expect(pull).toMatchObject({ state: "open", host: "git", isElsewhere: true, newUrl: null, title: "Fix a typo" });
  expect(await repository.read("index.mdx", pull?.branch)).toContain("receive");
  expect(server.requests.every(({ user }) => user === "bot" || user === null)).toBe(true);
  expect(await searchEverywhere(services.db, "a-secret-token")).toEqual({});
});

test("a token that may only read fails the job with a sentence that says what to replace", async () => {
  await using repository = await makeRepository(PAGES);
  await using server = await startHttpServer(repository, { token: "a-secret-token", mayWrite: false });
  await using worker = await startTestWorker(SCRIPT, { services: { gitAllowedNetworks: ["127.0.0.0/8"] } });
  const project = await createProject(worker.services, {
    org: "acme",
    domain: "acme-docs",
    repo: server.url,
    credential: { token: "a-secret-token" },
  });

  const { job } = await createJob(inProject(worker.services, project), { prompt: "Fix the typo" });
  const ended = await worker.end(job.id);

  expect(ended).toMatchObject({ status: "failed" });
  expect(ended.failureReason).toContain("Git server refused");
  expect(ended.failureReason).not.toContain("a-secret-token");
});

// Git's own SSH needs the OpenSSH client, which not every machine has.
const hasSsh = spawnSync("ssh", ["-V"]).status === 0;

test.runIf(hasSsh)("a job fetches from and pushes to a repository over SSH, with the key alone", async () => {
  await using repository = await makeRepository(PAGES);
  await using server = await startSshServer(repository);
  await using worker = await startTestWorker(SCRIPT, { services: { gitAllowedNetworks: ["127.0.0.0/8"] } });
  const { services } = worker;
  const { privateKey } = server;
  const project = await createProject(services, {
    ...{ org: "acme", domain: "acme-docs", repo: server.url, credential: { privateKey } },
  });
  const ctx = inProject(services, project);
  expect(project).toMatchObject({ host: "git", repository: server.url, baseRef: "main" });

  const { job } = await createJob(ctx, { prompt: "Fix the typo" });
  const ended = await worker.end(job.id);

  expect(ended).toMatchObject({ status: "completed", failureReason: null, pullRequestNumber: 1 });
  const [pull] = await listPullRequests(ctx);
  expect(await repository.read("index.mdx", pull?.branch)).toContain("receive");
  const programs = new Set(server.commands.map((command) => command.split(" ", 1)[0]));
  expect([...programs].toSorted()).toEqual(["git-receive-pack", "git-upload-pack"]);
  const [stored] = await services.db.repositoryCredential.findMany();
  expect(stored?.knownHosts).toBe(server.knownHosts);
  const secret = privateKey.split("\n").find((line) => !line.startsWith("-----") && line.length > 40) ?? "";
  expect(await searchEverywhere(services.db, secret)).toEqual({});
});
