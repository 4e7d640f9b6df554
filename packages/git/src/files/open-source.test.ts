import { expect, test } from "vitest";
import { openRepositoryCache } from "../cache/repository-cache.ts";
import { gitHubAccess } from "../github/create-github-host.ts";
import { refuseSecretFile } from "../rules/path-rules.ts";
import { runRemoteGit } from "../run/run-remote-git.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { startTestGitHub } from "../testing-github.ts";
import { openTestCache } from "../testing-jobs.ts";
import { openSource } from "./open-source.ts";

async function open(repository: TestRepository, ref = "main") {
  const data = await makeDataDir();
  const cache = await openTestCache(repository, data.path);
  const files = await openSource(cache, { holder: "job_1-app", ref });
  return {
    files,
    cache,
    async [Symbol.asyncDispose]() {
      await files.close();
      cache.close();
      await data.remove();
    },
  };
}

const CODE = {
  "package.json": '{ "name": "tool" }\n',
  "src/options.ts": "export const options = {\n  maxRetries: 3,\n};\n",
  "src/run.sh": "exec tool --max-retries 3\n",
  ".env": "TOKEN=abc\n",
  "yarn.lock": "maxRetries@1:\n",
};

test.each([
  ".env.production",
  ".env.example.local",
  "deploy/prod.env",
  ".git-credentials",
  ".aws/credentials",
  "terraform.tfvars",
  "terraform.tfstate.backup",
  ".envrc",
  ".ssh/id_ed25519_work",
])("%s is no file that a job reads, by its name", async (path) => {
  expect(refuseSecretFile(path)).toContain("may hold secrets");
});

test.each([".env.example", "env.sample", "src/env.ts", "docs/credentials.md", "keys.ts", ".env.template"])(
  "%s is read, since such files hold placeholders or code",
  (path) => expect(refuseSecretFile(path)).toBeNull(),
);

test("reads, lists and searches any text of the commit, and no file of secrets", async () => {
  await using repository = await makeRepository(CODE);
  await using source = await open(repository);
  const { files } = source;

  expect(files.commit).toBe(await repository.head());
  expect(files.paths()).toEqual([".env", "package.json", "src/options.ts", "src/run.sh", "yarn.lock"]);
  expect((await files.read("package.json"))?.text).toContain("tool");
  expect(await files.read("none.ts")).toBeNull();
  await expect(files.read(".env")).rejects.toThrow(".env may hold secrets, so a job can't read it.");
  await expect(files.read("../etc/passwd")).rejects.toThrow("must not contain . or ..");
  expect((await files.grep("max-?retries", undefined, { ignoreCase: true })).matches).toEqual([
    { path: "src/options.ts", line: 2, text: "  maxRetries: 3," },
    { path: "src/run.sh", line: 1, text: "exec tool --max-retries 3" },
  ]);
  expect((await files.grep("TOKEN")).matches).toEqual([]);
});

test("fetches what is read or searched, and no other content", async () => {
  await using repository = await makeRepository(CODE);
  await using source = await open(repository);
  const { cache, files } = source;
  const present = async () => {
    const { stdout } = await cache.git({ args: ["cat-file", "--batch-all-objects", "--batch-check=%(objecttype)"] });
    return stdout
      .toString()
      .split("\n")
      .filter((type) => type === "blob").length;
  };

  expect(await present()).toBe(0);
  await files.read("package.json");
  expect(await present()).toBe(1);
  await files.grep("x", "src", { isWanted: (path) => path.endsWith(".sh") });
  expect(await present()).toBe(2);
});

test("globs that take long on many files end in a refusal, and the process does other work meanwhile", async () => {
  const paths = Array.from({ length: 600 }, (_, at) => [`src/${at}.ts`, "x\n"]);
  await using repository = await makeRepository(Object.fromEntries(paths));
  await using source = await open(repository);
  let [calls, turns] = [0, 0];
  const isWanted = () => {
    calls += 1;
    if (calls === 1) setImmediate(() => (turns = calls));
    const before = process.threadCpuUsage();
    for (;;) {
      const { user, system } = process.threadCpuUsage(before);
      if (user + system > 10_000) return false;
    }
  };

  await expect(source.files.grep("x", undefined, { isWanted })).rejects.toThrow("The globs take too long");

  expect(calls).toBeLessThan(600);
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThan(calls);
});

test("a tag and a commit are refs, too, and an unknown one says what to do", async () => {
  await using repository = await makeRepository(CODE);
  const first = await repository.head();
  await repository.git("tag", "-a", "v1", "-m", "One", first);
  await repository.commit({ "src/new.ts": "export {};\n" });
  for (const ref of ["v1", first]) {
    await using source = await open(repository, ref);
    expect(source.files.commit).toBe(first);
  }
  await expect(open(repository, "nowhere")).rejects.toThrow("has no branch or tag nowhere");
});

test("names the commits of a file of any kind and shows one", async () => {
  await using repository = await makeRepository(CODE);
  const sha = await repository.commit({ "src/options.ts": "export const options = {};\n" }, undefined, "Drop retries");
  await using source = await open(repository);
  const { history } = source.files;

  expect((await history.log("src/options.ts")).commits[0]).toMatchObject({ sha, subject: "Drop retries" });
  expect((await history.show(sha)).patch).toContain("-  maxRetries: 3,");
});

test("a source at GitHub is reached with a token that reads one repository and can't push", async () => {
  await using at = await startTestGitHub();
  await using data = await makeDataDir();
  const access = () => gitHubAccess({ app: async () => at.github }, at.source, "read");
  using cache = await openRepositoryCache({ dataDir: data.path, repository: at.source.repository, access });

  const files = await openSource(cache, { holder: "job_1-app", ref: "main" });
  const page = files.paths().find((path) => path.endsWith(".md")) ?? "";

  expect(await files.read(page)).toMatchObject({ path: page });
  const minted = at.forge.exchanges.filter(({ path }) => path.endsWith("/access_tokens"));
  expect(minted.map(({ body }) => body)).toEqual([{ repositories: ["docs"], permissions: { contents: "read" } }]);
  const push = runRemoteGit(access, { gitDir: cache.gitDir, args: ["push", "origin", `${files.commit}:refs/heads/x`] });
  await expect(push).rejects.toThrow();
  expect(await at.repository.head()).toBe(files.commit);
  await files.close();
});
