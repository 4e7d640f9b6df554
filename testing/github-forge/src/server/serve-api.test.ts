import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FaultKind } from "../state.ts";
import { type SeededForge, seedForge } from "../testing.ts";

const PULLS = "/repos/acme/docs/pulls";

let at: SeededForge;
let token: string;
beforeAll(async () => {
  at = await seedForge({ mayAskWrongly: true });
  token = await at.token();
  await at.repository.commit({ "docs.md": "# Other\n" }, { branch: "job" });
});
afterEach(() => at.forge.clearFaults());
afterAll(() => at[Symbol.asyncDispose]());

async function ask(operation: string, body?: unknown, by = token) {
  const [method = "GET", path = ""] = operation.split(" ");
  const response = await fetch(`${at.forge.apiUrl}${path}`, {
    method,
    redirect: "manual",
    headers: { authorization: `Bearer ${by}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

test.each([
  ["a head that is not there", { title: "T", head: "none", base: "main" }, { field: "head", code: "invalid" }],
  ["a base that is not there", { title: "T", head: "job", base: "none" }, { field: "base", code: "invalid" }],
  ["no title", { head: "job", base: "main" }, { field: "title", code: "missing_field" }],
  ["no commits", { title: "T", head: "main", base: "main" }, { message: "No commits between main and main" }],
])("refuses a pull request with %s", async (_name, body, error) => {
  const refused = await ask(`POST ${PULLS}`, body);

  expect(refused).toMatchObject({ status: 422, body: { message: "Validation Failed", errors: [error] } });
});

test("refuses a second pull request of a branch, also when both requests are concurrent", async () => {
  await at.repository.commit({ "docs.md": "# Twice\n" }, { branch: "twice" });
  const body = { title: "T", head: "acme:twice", base: "main" };

  const answers = await Promise.all([ask(`POST ${PULLS}`, body), ask(`POST ${PULLS}`, body)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body.errors).toMatchObject([{ message: "A pull request already exists for acme:twice." }]);
});

test("an open pull request follows its branch, and a merged one stays as it was", async () => {
  await at.repository.commit({ "docs.md": "# One\n" }, { branch: "moving" });
  const { body: opened } = await ask(`POST ${PULLS}`, { title: "T", head: "moving", base: "main" });
  const head = await at.repository.commit({ "more.md": "Two\n" }, { branch: "moving" });
  const moved = await ask(`GET ${PULLS}/${opened.number}`);
  expect(moved.body).toMatchObject({ head: { sha: head }, changed_files: 2, additions: 2, deletions: 1 });

  await at.repository.merge(opened.number);
  await at.repository.commit({ "more.md": "Three\n" }, { branch: "moving" });

  const merged = await ask(`GET ${PULLS}/${opened.number}`);
  expect(merged.body).toMatchObject({ state: "closed", merged: true, head: { sha: head }, changed_files: 2 });
  expect(await at.repository.read("more.md")).toBe("Two\n");
});

test("knows no token that it did not mint, and none that has ended", async () => {
  at.forge.setTokenLifetime(-1);
  const ended = await at.token().finally(() => at.forge.setTokenLifetime(3_600_000));

  for (const by of ["ghs_unknown", ended]) {
    expect(await ask(`GET ${PULLS}`, undefined, by)).toMatchObject({
      status: 401,
      body: { message: "Bad credentials" },
    });
  }
});

test("a token does only what it was minted for", async () => {
  const reader = await at.token({ contents: "read" });
  const other = await at.forge.addRepository({ owner: "acme", name: "hidden" });

  const refused = await ask(`POST ${PULLS}`, { title: "T", head: "job", base: "main" }, reader);
  const hidden = await ask(`GET /repos/acme/${other.name()}`);

  expect(refused).toMatchObject({ status: 403, body: { message: "Resource not accessible by integration" } });
  expect(hidden).toMatchObject({ status: 404, body: { message: "Not Found" } });
});

test("sends who asks for a renamed repository to where it is", async () => {
  const old = await at.forge.addRepository({ owner: "acme", name: "before", isPrivate: false });
  old.rename("after");

  const moved = await ask("GET /repos/acme/before");

  expect(moved).toMatchObject({ status: 301, body: { message: "Moved Permanently" } });
  const location = moved.headers.get("location")?.slice(at.forge.apiUrl.length);
  expect((await ask(`GET ${location}`)).body).toMatchObject({ id: old.id, full_name: "acme/after" });
});

test("a branch that wants verified commits takes those that the API made", async () => {
  at.repository.setRules("signed", { needsVerifiedCommits: true });
  const git = "/repos/acme/docs/git";
  const base = await at.repository.head();
  const tree = await at.repository.git("rev-parse", `${base}^{tree}`);
  const unsigned = await at.repository.head("job");

  const made = await ask(`POST ${git}/commits`, { message: "M", tree, parents: [base] });

  const refused = await ask(`POST ${git}/refs`, { ref: "refs/heads/signed", sha: unsigned });
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining("verified signatures") } });
  expect(await ask(`POST ${git}/refs`, { ref: "refs/heads/signed", sha: made.body.sha })).toMatchObject({
    status: 201,
  });
});

test.each<[FaultKind, number, Record<string, string>]>([
  ["bad_credentials", 401, {}],
  ["secondary_limit", 403, { "retry-after": "7" }],
  ["primary_limit", 403, { "x-ratelimit-remaining": "0" }],
  ["too_many_requests", 429, { "retry-after": "7" }],
  ["not_found", 404, {}],
  ["unprocessable", 422, {}],
  ["server_error", 502, {}],
])("fails with %s at the call that was named, and then no more", async (kind, status, headers) => {
  at.forge.addFault({ kind, at: "GET /repos/{owner}/{repo}/pulls", after: 1, seconds: 7 });

  const answers = [await ask(`GET ${PULLS}`), await ask(`GET ${PULLS}`), await ask(`GET ${PULLS}`)];

  expect(answers.map((answer) => answer.status)).toEqual([200, status, 200]);
  expect(Object.fromEntries(answers[1]?.headers ?? [])).toMatchObject(headers);
});

test("cuts a connection before anything is done, or after all is", async () => {
  await at.repository.commit({ "docs.md": "# Cut\n" }, { branch: "cut" });
  const open = () => ask(`POST ${PULLS}`, { title: "T", head: "cut", base: "main" });
  const isOpen = () => at.repository.pulls().some(({ head }) => head === "cut");
  const route = "POST /repos/{owner}/{repo}/pulls";

  at.forge.addFault({ kind: "cut", at: route });
  await expect(open()).rejects.toThrow("fetch failed");
  expect(isOpen()).toBe(false);

  at.forge.addFault({ kind: "cut_after", at: route });
  await expect(open()).rejects.toThrow("fetch failed");
  expect(isOpen()).toBe(true);
});
