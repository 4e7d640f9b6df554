import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type SeededForge, seedForge } from "../testing.ts";

let at: SeededForge;
beforeAll(async () => {
  at = await seedForge();
});
afterEach(() => at.forge.clearFaults());
afterAll(() => at[Symbol.asyncDispose]());

/** What git prints when it fails. */
const refusalOf = (running: Promise<unknown>) =>
  running.then(
    () => "",
    (error: { stderr?: string }) => error.stderr ?? "",
  );

const push = async (token: string, branch: string, clone = at.clone(token)) => {
  const { git, commit } = await clone;
  await commit("docs.md", `# ${branch}\n`, branch);
  return git("push", "origin", `HEAD:refs/heads/${branch}`);
};

test("fetches without blobs and pushes", async () => {
  const token = await at.token();
  const clone = await at.clone(token, ["--filter=blob:none", "--no-checkout"]);
  const sha = await clone.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "Same pages");

  await clone.git("push", "--push-option=a=b", "origin", `${sha}:refs/heads/blobless`);

  expect(await clone.git("rev-list", "--objects", "--missing=print", "HEAD")).toContain("?");
  expect(await at.repository.head("blobless")).toBe(sha);
});

test("takes concurrent pushes to several branches", async () => {
  const token = await at.token();

  await Promise.all(["left", "right", "middle"].map((branch) => push(token, branch)));

  const heads = await at.repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads");
  expect(heads.split("\n")).toEqual(expect.arrayContaining(["left", "right", "middle"]));
});

test("a stale lease is refused", async () => {
  const clone = await at.clone(await at.token());
  await at.repository.commit({ "docs.md": "# Theirs\n" }, { branch: "leased" });

  const said = await refusalOf(
    clone.git("push", `--force-with-lease=refs/heads/leased:${"0".repeat(40)}`, "origin", "HEAD:refs/heads/leased"),
  );

  expect(said).toContain("stale info");
});

test("an unknown, a missing and an ended token are refused in GitHub's words", async () => {
  const url = `${at.repository.url()}.git/info/refs?service=git-upload-pack`;
  const token = await at.token();
  at.forge.setTokenLifetime(-1);
  const ended = await at.token().finally(() => at.forge.setTokenLifetime(3_600_000));

  const ask = async (secret: string) => {
    const authorization = `Basic ${Buffer.from(`x-access-token:${secret}`).toString("base64")}`;
    const response = await fetch(url, { headers: secret === "" ? {} : { authorization } });
    return { status: response.status, text: await response.text() };
  };

  expect(await ask(token)).toMatchObject({ status: 200 });
  expect(await ask("")).toMatchObject({ status: 401 });
  const refused = { status: 401, text: expect.stringContaining("Invalid username or token") as string };
  expect(await ask("ghs_unknown")).toEqual(refused);
  expect(await ask(ended)).toEqual(refused);
  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test("a token reaches no other repository, and says it is not found", async () => {
  const other = await at.forge.addRepository({ owner: "acme", name: "other", files: { "a.md": "A\n" } });

  const said = await refusalOf((await at.clone(await at.token())).git("ls-remote", `${other.url()}.git`));

  expect(said).toContain("Repository not found");
});

test("a token that may only read pushes nothing", async () => {
  const said = await refusalOf(push(await at.token({ contents: "read" }), "reader"));

  expect(said).toMatch(/Permission to acme\/docs\.git denied to docsteward\[bot\][\s\S]*error: 403/);
});

test.each([
  ["isProtected", "Changes must be made through a pull request."],
  ["needsVerifiedCommits", "Commits must have verified signatures."],
] as const)("a branch with the rule %s takes no push", async (rule, why) => {
  at.repository.setRules(rule, { [rule]: true });

  const said = await refusalOf(push(await at.token(), rule));

  expect(said).toContain(`GH006: Protected branch update failed for refs/heads/${rule}.`);
  expect(said).toContain(why);
  expect(said).toContain("[remote rejected]");
  expect(said).toContain("(protected branch hook declined)");
  await expect(at.repository.head(rule)).rejects.toThrow("has no branch");
});

test.each([
  [
    "archived",
    "This repository was archived so it is read-only.",
    () => at.repository.archive(),
    () => at.repository.archive(false),
  ],
  [
    "behind SAML",
    "has enabled or enforced SAML SSO",
    () => at.repository.setSamlWall(true),
    () => at.repository.setSamlWall(false),
  ],
  [
    "suspended",
    "This installation has been suspended",
    () => at.forge.suspend(at.installation),
    () => at.forge.suspend(at.installation, false),
  ],
])("says so when it is %s", async (_name, words, change, undo) => {
  const token = await at.token();
  const clone = await at.clone(token);
  change();

  const said = await refusalOf(push(token, "refused", Promise.resolve(clone))).finally(undo);

  expect(said).toContain(words);
});

test("a connection that is cut after the push leaves the branch pushed", async () => {
  const token = await at.token();
  at.forge.addFault({ kind: "cut_after", at: "git receive-pack", after: 1 });

  const said = await refusalOf(push(token, "unheard"));

  expect(said).not.toBe("");
  expect(await at.repository.head("unheard")).toMatch(/^[0-9a-f]{40}$/);
});

test("a connection that is cut before leaves nothing", async () => {
  const token = await at.token();
  at.forge.addFault({ kind: "cut", at: "git receive-pack", after: 1 });

  expect(await refusalOf(push(token, "lost"))).not.toBe("");
  await expect(at.repository.head("lost")).rejects.toThrow("has no branch");
});

test.each(["cut", "cut_after"] as const)("an answer that is %s is never taken for a whole one", async (kind) => {
  const { git } = await at.clone(await at.token());

  for (let after = 0; after < 10; after += 1) {
    // Two requests list the branches: what the server can do, and the list.
    at.forge.addFault({ kind, at: "git upload-pack", after: after % 2 });
    expect(await refusalOf(git("ls-remote", "origin"))).not.toBe("");
  }
});

test("a person's own token pushes where the person may", async () => {
  const ada = at.forge.addPerson("ada");
  expect(await refusalOf(at.clone(ada))).toContain("Repository not found");
  at.repository.setRole("ada", "write");

  await push(ada, "by-ada");

  expect(await at.repository.read("docs.md", "by-ada")).toBe("# by-ada\n");
});
