import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRepository } from "@docsteward/git/testing";
import { startHttpServer } from "@docsteward/git/testing-server";
import { projectTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

const test = projectTest();

test("a project gets a repository at a Git server with a token from a file, and one that is refused changes nothing", async ({
  services,
  ctx,
}) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-token-"));
  await using repository = await makeRepository({ "index.md": "# Docs\n" });
  await using server = await startHttpServer(repository, { token: "a-token" });
  const variables = { ...variablesOf(services), GIT_ALLOWED_NETWORKS: "127.0.0.0/8" };
  const [right, wrong] = [join(folder.path, "right"), join(folder.path, "wrong")];
  await writeFile(right, "a-token\n");
  await writeFile(wrong, "another\n");
  const { domain, id } = ctx.project;
  const change = (...args: string[]) => runCli(variables, "project", "repository", domain, server.url, ...args);

  const refused = await change("--token-file", wrong);
  const before = await services.db.project.findUniqueOrThrow({ where: { id } });
  const changed = await change("--token-file", right, "--json");

  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("refused the token or key") });
  expect(before.repository).toBe(ctx.project.repository);
  expect(changed).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(changed.stdout)).toMatchObject({ host: "git", repository: server.url, baseRef: "main" });
  expect(changed.stdout).not.toContain("a-token");
});
