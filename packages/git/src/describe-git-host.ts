import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommitSha, GitHost, PullRequestRequest, Source } from "./host.ts";
import { listRemote } from "./list-remote.ts";

/** A host with a repository of its own: `main` with a commit, and a way for a person to push to a branch. */
export type HostUnderTest = AsyncDisposable & {
  host: GitHost;
  source: Source;
  /** Commits a page to a branch, made from `main` when it is new, and returns the branch's head. */
  commit(branch: string): Promise<CommitSha>;
  /** Merges or closes a pull request as a person would. */
  end(number: number, how: "merged" | "closed"): Promise<void>;
};

/** What every Git host promises. Each implementation passes these, besides tests of its own. */
export function describeGitHost(name: string, makeHost: () => Promise<HostUnderTest>): void {
  describe(`Git host ${name}`, () => {
    let made: HostUnderTest;
    beforeEach(async () => {
      made = await makeHost();
    });
    afterEach(() => made[Symbol.asyncDispose]());

    /** A branch with a commit, and what a job asks for it. */
    const requestFor = async (branch: string): Promise<PullRequestRequest> => ({
      source: made.source,
      jobId: "job_1",
      branch,
      baseSha: await made.commit(made.source.ref),
      headSha: await made.commit(branch),
      title: "Fix a typo",
      body: "It said *recieve*.",
      asDraft: false,
    });

    test("gives access to the repository", async () => {
      const head = await made.commit("docs/fix");

      const { branches } = await listRemote(await made.host.access(made.source), ["docs/fix"]);

      expect(branches.get("docs/fix")).toBe(head);
    });

    test("protects the base and the default branch", async () => {
      await made.commit("release");

      expect(await made.host.protectedBranches(made.source)).toContain("main");
      const other = await made.host.protectedBranches({ ...made.source, ref: "release" });
      expect(other).toEqual(expect.arrayContaining(["main", "release"]));
    });

    test("opens a pull request and finds it by number and by branch", async () => {
      const request = await requestFor("docs/fix");

      const opened = await made.host.openPullRequest(request);

      const { branch, headSha, title, body } = request;
      expect(opened).toMatchObject({ branch, headSha, title, body, baseRef: "main", state: "open", isDraft: false });
      expect(new URL(opened.url).pathname).toContain(String(opened.number));
      expect(await made.host.getPullRequest(made.source, opened.number)).toEqual(opened);
      expect(await made.host.findOpenPullRequest(made.source, "docs/fix")).toEqual(opened);
    });

    test("opening again gives the same pull request, at the new head", async () => {
      const request = await requestFor("docs/fix");
      const opened = await made.host.openPullRequest(request);

      const again = await made.host.openPullRequest(request);
      const moved = await made.host.openPullRequest({ ...request, headSha: await made.commit("docs/fix") });

      expect([again.number, moved.number]).toEqual([opened.number, opened.number]);
      expect(moved.headSha).not.toBe(opened.headSha);
      expect(moved.url).toBe(opened.url);
    });

    test("two branches have two pull requests, also when they are opened at once", async () => {
      const requests = [await requestFor("docs/one"), await requestFor("docs/two")];

      const opened = await Promise.all(requests.map((request) => made.host.openPullRequest(request)));

      expect(new Set(opened.map(({ number }) => number)).size).toBe(2);
    });

    test("opens a draft when asked for", async () => {
      const opened = await made.host.openPullRequest({ ...(await requestFor("docs/fix")), asDraft: true });

      expect(opened.isDraft).toBe(true);
    });

    test("updates head, title and body, and leaves what is not given", async () => {
      const opened = await made.host.openPullRequest(await requestFor("docs/fix"));
      const headSha = await made.commit("docs/fix");

      await made.host.updatePullRequest(made.source, opened.number, { headSha });
      const updated = await made.host.updatePullRequest(made.source, opened.number, { headSha, body: "New." });

      expect(updated).toEqual({ ...opened, headSha, body: "New." });
      expect(await made.host.getPullRequest(made.source, opened.number)).toEqual(updated);
    });

    test.each(["merged", "closed"] as const)(
      "a pull request that was %s is told as such, and the branch can have a new one",
      async (how) => {
        const opened = await made.host.openPullRequest(await requestFor("docs/fix"));

        await made.end(opened.number, how);

        expect(await made.host.getPullRequest(made.source, opened.number)).toMatchObject({ state: how });
        expect(await made.host.findOpenPullRequest(made.source, "docs/fix")).toBeNull();
        const next = await made.host.openPullRequest(await requestFor("docs/fix"));
        expect(next.number).not.toBe(opened.number);
      },
    );

    test("what is not there is null", async () => {
      expect(await made.host.getPullRequest(made.source, 4711)).toBeNull();
      expect(await made.host.findOpenPullRequest(made.source, "docs/none")).toBeNull();
    });
  });
}
