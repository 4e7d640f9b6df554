import { afterAll, beforeAll, expect, test } from "vitest";
import { type SeededForge, seedForge } from "./testing.ts";
import { findDrift } from "./testing-drift.ts";

let at: SeededForge;
let token: string;
beforeAll(async () => {
  at = await seedForge();
  token = await at.token();
  at.forge.addPerson("ada");
  at.repository.setRole("ada", "write");
  await at.repository.commit({ "docs.md": "# Other\n", "new.md": "New\n", "sub/gone.md": "Gone\n" }, { branch: "job" });
});
afterAll(() => at[Symbol.asyncDispose]());

async function ask(operation: string, body?: unknown, by = token) {
  const [method = "GET", path = ""] = operation.split(" ");
  const response = await fetch(`${at.forge.apiUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${by}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { sha: string } };
}

test("answers as GitHub's OpenAPI says, for each operation in the cut", async () => {
  const { forge, app, installation, repository } = at;
  const { signAppJwt } = await import("./auth/authenticate.ts");
  const jwt = signAppJwt(app, new Date());
  const repo = "/repos/acme/docs";
  const base = await repository.head();

  for (const path of [
    "/app",
    "/app/installations?per_page=1",
    `/app/installations/${installation.id}`,
    `${repo}/installation`,
    "/orgs/acme/installation",
    "/users/acme/installation",
  ]) {
    expect(await ask(`GET ${path}`, undefined, jwt), path).toMatchObject({ status: 200 });
  }
  const minted = { repositories: ["docs"], permissions: { contents: "write", pull_requests: "write" } };
  expect(await ask(`POST /app/installations/${installation.id}/access_tokens`, minted, jwt)).toMatchObject({
    status: 201,
  });
  const pull = { title: "A change", head: "job", base: "main", body: "Why", draft: false };
  expect(await ask(`POST ${repo}/pulls`, pull)).toMatchObject({ status: 201 });
  const comment = await ask(`POST ${repo}/issues/1/comments`, { body: "Hello" });
  expect(comment.status).toBe(201);

  const blob = await ask(`POST ${repo}/git/blobs`, { content: "text", encoding: "utf-8" });
  const tree = await ask(`POST ${repo}/git/trees`, {
    base_tree: base,
    tree: [{ path: "b.md", mode: "100644", type: "blob", sha: blob.body.sha }],
  });
  const commit = await ask(`POST ${repo}/git/commits`, { message: "By the API", tree: tree.body.sha, parents: [base] });
  expect(commit.body).toMatchObject({ verification: { verified: true } });
  expect(await ask(`POST ${repo}/git/refs`, { ref: "refs/heads/api", sha: base })).toMatchObject({ status: 201 });
  const moved = await ask(`PATCH ${repo}/git/refs/heads/api`, { sha: commit.body.sha, force: false });
  expect(moved.status).toBe(200);
  repository.setRules("closed", { isProtected: true, needsVerifiedCommits: true });

  for (const path of [
    "/installation/repositories?per_page=100&page=1",
    "/rate_limit",
    "/users/ada",
    repo,
    `${repo}/branches?protected=false`,
    `${repo}/branches/main`,
    `${repo}/rules/branches/closed`,
    `${repo}/collaborators/ada/permission`,
    `${repo}/pulls?state=open&head=acme:job&base=main`,
    `${repo}/pulls/1`,
    `${repo}/pulls/1/files`,
    `${repo}/pulls/1/commits`,
    `${repo}/issues/1/comments`,
    `${repo}/git/ref/heads/api`,
    `${repo}/git/commits/${base}`,
  ]) {
    expect(await ask(`GET ${path}`), path).toMatchObject({ status: 200 });
  }
  expect(await ask(`PATCH ${repo}/pulls/1`, { title: "Better" })).toMatchObject({ status: 200 });
  expect(await ask(`POST ${repo}/pulls/1/requested_reviewers`, { reviewers: ["ada"] })).toMatchObject({ status: 201 });
  expect(await ask(`PATCH ${repo}/issues/comments/${comment.body.id}`, { body: "Hi" })).toMatchObject({ status: 200 });
  const reaction = `POST ${repo}/issues/comments/${comment.body.id}/reactions`;
  expect(await ask(reaction, { content: "eyes" })).toMatchObject({ status: 201 });
  expect(await ask(`PUT ${repo}/pulls/1/merge`, {})).toMatchObject({ status: 200 });

  expect(findDrift(forge.exchanges)).toEqual([]);
});

test("a forge that was asked what GitHub does not know cannot be closed in silence", async () => {
  const forge = await seedForge();
  const by = await forge.token();
  const headers = { authorization: `Bearer ${by}` };
  await fetch(`${forge.forge.apiUrl}/repos/acme/docs/pulls?hed=job`, { headers });

  await expect(forge[Symbol.asyncDispose]()).rejects.toThrow("was asked with hed, which GitHub does not know");
});

test("says what a refused request had wrong, unless it is known to be", () => {
  const operation = "POST /repos/{owner}/{repo}/pulls";
  const refused = { path: "", query: {}, body: { title: 1 }, status: 422, answer: { message: "No" }, caller: "" };

  expect(findDrift([{ ...refused, operation }])).toContain(`${operation} body must have required property 'head'`);
  expect(findDrift([{ ...refused, operation }], { mayAskWrongly: true })).toEqual([]);
});

test("says where an answer or a request is not GitHub's", () => {
  const exchange = {
    path: "",
    query: { hed: "x" },
    body: undefined,
    status: 200,
    answer: [{ number: "1" }],
    caller: "",
  };

  const drift = findDrift([
    { ...exchange, operation: "GET /repos/{owner}/{repo}/pulls" },
    { ...exchange, operation: "GET /nothing" },
  ]);

  expect(drift).toContain("GET /repos/{owner}/{repo}/pulls was asked with hed, which GitHub does not know.");
  expect(drift).toContain("GET /repos/{owner}/{repo}/pulls responses/200/0/number must be integer");
  expect(drift).toContain("GET /nothing is not in the cut of GitHub's OpenAPI: name it in scripts/operations.ts.");
});
