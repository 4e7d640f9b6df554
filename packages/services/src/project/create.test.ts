import { parseInput } from "@docsteward/contract/input-schema";
import { makeRepository } from "@docsteward/git/testing";
import { describe, expect } from "vitest";
import { inProject } from "../context.ts";
import { getIndexState } from "../site/index-state.ts";
import { NO_GITHUB_URL } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { CreateProject, createProject } from "./create.ts";
import { findProject, listProjects, requireProject } from "./find.ts";

const test = servicesTest()
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "docs/index.mdx": "# Hello\n" }, { branch: "trunk", name: "Doku mit Ümlaut" })),
  )
  .extend(
    "create",
    { scope: "file" },
    ({ services }) =>
      async (input: Parameters<typeof parseInput<typeof CreateProject>>[1]) => {
        return createProject(services, parseInput(CreateProject, input));
      },
  )
  .extend(
    "sentenceFor",
    { scope: "file" },
    ({ repository, create }) =>
      (input: Partial<Parameters<typeof create>[0]>) => {
        return create({ org: "acme", domain: "refused", repo: repository.path, ...input }).then(
          () => "it was made",
          (error: Error & { code: string }) => `${error.code}: ${error.message}`,
        );
      },
  );

test("a path and its file URL mean the same repository, and the default branch is found", async ({
  services,
  repository,
  create,
}) => {
  const byPath = await create({ org: "acme", domain: "by-path", repo: repository.path });
  const byUrl = await create({
    org: "acme",
    domain: "by-url",
    repo: repository.url,
    docsPath: "/docs/",
  });

  expect(byPath).toMatchObject({ repository: repository.url, baseRef: "trunk", docsPath: "", host: "local" });
  expect(byUrl).toMatchObject({ repository: repository.url, docsPath: "docs" });
  expect(byUrl.organizationId).toBe(byPath.organizationId);
  expect(await findProject(services, { org: "acme", domain: "by-url" })).toMatchObject({ id: byUrl.id });
  expect((await listProjects(services, { org: "acme" })).map(({ domain }) => domain)).toEqual(["by-path", "by-url"]);
});

test("a new project asks for its pages to be indexed", async ({ services, repository, create }) => {
  const project = await create({ org: "acme", domain: "to-index", repo: repository.path });

  const state = await getIndexState(inProject({ ...services, actor: { kind: "operator" } }, project));

  expect(state).toMatchObject({ status: "waiting", answers: null });
});

test("a domain is given once, also when two ask at the same time", async ({ repository, create, sentenceFor }) => {
  const ask = (org: string) => create({ org, domain: "wanted", repo: repository.path });

  const results = await Promise.allSettled([ask("first"), ask("second"), ask("first")]);

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await sentenceFor({ domain: "wanted" })).toBe(
    'conflict: The domain "wanted" is taken. Choose another name for this project.',
  );
});

test("a site is found under its own organization only", async ({ services, repository, create }) => {
  await create({ org: "owner", domain: "owned", repo: repository.path });

  await expect(requireProject(services, { org: "acme", domain: "owned" })).rejects.toMatchObject({ code: "not_found" });
});

describe("what cannot work is refused with a sentence", () => {
  test.for([
    [{ org: "healthz" }, "healthz"],
    [{ org: "Acme" }, "lowercase"],
    [{ org: "-a" }, "lowercase"],
    [{ domain: "a b" }, "lowercase"],
    [{ domain: "x".repeat(64) }, "1 to 63"],
    [{ repo: "https://user:secret@gitlab.com/acme/docs" }, "must not contain a user name or password"],
    [{ repo: "git://gitlab.com/acme/docs.git" }, "must begin with https:// or ssh://"],
    [{ repo: "http://127.0.0.1:8/acme/docs.git" }, "add it to GIT_ALLOWED_NETWORKS"],
    [{ repo: "/srv/docs.git", credential: { token: "secret" } }, "needs the https or ssh URL"],
    [{ repo: `${NO_GITHUB_URL}/acme/docs` }, "No GitHub App is connected"],
    [{ repo: "ssh://git@host/docs.git" }, "needs a private key"],
    [{ repo: "file://elsewhere/docs.git" }, "isn't a file URL of this machine"],
    [{ repo: "" }, "must be a path"],
    [{ docsPath: "../docs" }, "in the repository"],
    [{ docsPath: "docs/.git" }, "in the repository"],
    [{ docsPath: "docs\\api" }, "in the repository"],
    [{ repo: "/nonexistent/docs" }, "No Git repository found at /nonexistent/docs"],
    [{ ref: "main" }, '"main"'],
  ] as const)("%j", async ([input, part], { sentenceFor }) => {
    const sentence = await sentenceFor(input);

    expect(sentence).toMatch(/^invalid_request: /);
    expect(sentence).toContain(part);
    expect(sentence).not.toContain("secret");
  });

  test("a repository without commits", async ({ sentenceFor }) => {
    await using empty = await makeRepository({});

    expect(await sentenceFor({ repo: empty.path })).toMatch(/^invalid_request: .*no commits/);
  });
});
