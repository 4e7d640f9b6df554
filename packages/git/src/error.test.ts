import { expect, test, vi } from "vitest";
import { GitError } from "./error.ts";
import { GitHubRefusal } from "./github/github-error.ts";

test("recognizes an error of another copy of its class", async () => {
  vi.resetModules();
  const copy = await import("./error.ts");
  const refusals = await import("./github/github-error.ts");

  const failed = new copy.GitError("timed_out", "Too slow.");
  const refused = new refusals.GitHubRefusal({ status: 404, said: "Not Found", errors: [] });

  expect(copy.GitError).not.toBe(GitError);
  expect([failed instanceof GitError, failed instanceof GitHubRefusal]).toEqual([true, false]);
  expect([refused instanceof GitError, refused instanceof GitHubRefusal]).toEqual([true, true]);
  expect(new Error("Not Found") instanceof GitError).toBe(false);
});
