import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestRepository } from "../testing.ts";
import { makeTestJob } from "../testing-jobs.ts";
import { pushBranch } from "./push-branch.ts";

const BRANCH = "docsteward/fix";

/** Pushes an edit to a branch of a repository that was made ready to refuse it. */
async function push(prepare: (repository: TestRepository) => Promise<unknown>, branch = BRANCH) {
  await using job = await makeTestJob({ "a.md": "a\n" }, { bare: false, prepare });
  await job.workspace.write("a.md", "b\n");
  const commit = await job.workspace.commit("Edit", new Date("2026-01-02T03:04:05Z"));
  const expected = await job.repository.head(branch).catch(() => null);
  return await pushBranch(job.cache, { branch, sha: commit?.sha ?? "", expected });
}

test("a branch that a reviewer has checked out: the sentence says to switch", async () => {
  const pushed = push((repository) => repository.git("switch", "--quiet", "-c", BRANCH));

  await expect(pushed).rejects.toMatchObject({
    code: "push_refused",
    message: `The branch ${BRANCH} is checked out in a working tree, so it can't be updated. Switch to another branch there and try again.`,
  });
});

test.each([
  ["docsteward", BRANCH],
  ["docsteward/fix/more", BRANCH],
])("the branch %s is in the way of %s, and is named", async (other, branch) => {
  const pushed = push((repository) => repository.git("branch", other), branch);

  await expect(pushed).rejects.toMatchObject({
    code: "push_refused",
    message: `The branch ${branch} can't exist together with ${other}. Rename or delete ${other}, then try again.`,
  });
});

test("reports a lock that is left in the repository", async () => {
  const pushed = push((repository) => writeFile(join(repository.path, ".git/refs/heads/topic.lock"), ""), "topic");

  await expect(pushed).rejects.toMatchObject({ code: "push_refused", message: expect.stringContaining("lock") });
});

test.runIf(process.getuid?.() === 0)("a repository that its owner made read-only may not be written", async () => {
  const pushed = push(async ({ path }) => {
    execFileSync("sh", ["-c", 'chmod 755 "$0/.."; chown -R 65534:65534 "$0"; chmod -R a-w "$0/.git/refs"', path]);
  });

  await expect(pushed).rejects.toMatchObject({
    code: "access_denied",
    message: "The service can't write to the repository. Check its file permissions.",
  });
});

test("a branch that the repository hides is refused in a sentence that names it", async () => {
  const pushed = push((repository) => repository.git("config", "transfer.hideRefs", "refs/heads/docsteward"));

  await expect(pushed).rejects.toMatchObject({ code: "push_refused", message: expect.stringContaining(BRANCH) });
});
