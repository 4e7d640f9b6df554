import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRemote } from "./cache/remote-refs.ts";
import type { CommitSha, GitHost, PullRequestRequest, Source } from "./host.ts";

/** A Git host with a real repository behind it that has one commit on its default branch. */
export type GitHostUnderTest = {
  host: GitHost;
  /** Its ref is another branch than the default one. */
  source: Source;
  defaultBranch: string;
  /** Commits a change on a branch, made from the default one when new, as a job's push would. */
  push(branch: string): Promise<CommitSha>;
  /** Ends a pull request as a person would. */
  end(number: number, state: "merged" | "closed"): Promise<void>;
  close(): Promise<void>;
};

/**
 * The contract of the Git host port, as tests: every implementation passes them.
 *
 * @param makeHost called once; the tests share what it returns and each uses branches of its own
 */
export function describeGitHost(name: string, makeHost: () => Promise<GitHostUnderTest>): void {
  describe(`the Git host ${name}`, () => {
    let at: GitHostUnderTest;
    beforeAll(async () => {
      at = await makeHost();
    });
    afterAll(() => at.close());

    /** What a job asks for once its branch is pushed. */
    const pushed = async (branch: string, change: Partial<PullRequestRequest> = {}): Promise<PullRequestRequest> => ({
      source: at.source,
      jobId: `job_${branch}`,
      branch,
      baseSha: (await headsOf(at)).get(at.source.ref) ?? "",
      headSha: await at.push(branch),
      title: `Title of ${branch}`,
      body: `Body of ${branch}`,
      asDraft: false,
      ...change,
    });

    describeRepository(() => at);
    describeOpening(() => at, pushed);
    describeUpdating(() => at, pushed);
    describeEnding(() => at, pushed);
  });
}

type At = () => GitHostUnderTest;
type Pushed = (branch: string, change?: Partial<PullRequestRequest>) => Promise<PullRequestRequest>;

const headsOf = async ({ host, source }: GitHostUnderTest) => (await listRemote(await host.access(source))).branches;

function describeRepository(at: At): void {
  test("gives access to the repository, with no secret in its address", async () => {
    const { host, source, defaultBranch } = at();

    const access = await host.access(source);

    const refs = await listRemote(access);
    expect(refs.defaultBranch).toBe(defaultBranch);
    expect(refs.branches.has(source.ref)).toBe(true);
    expect(new URL(access.url)).toMatchObject({ username: "", password: "", search: "" });
  });

  test("protects the default branch and the ref that jobs start from", async () => {
    const { host, source, defaultBranch } = at();

    const branches = await host.protectedBranches(source);

    expect(branches).toEqual(expect.arrayContaining([defaultBranch, source.ref]));
  });
}

function describeOpening(at: At, pushed: Pushed): void {
  test("opens a pull request that holds what was asked for", async () => {
    const { host, source } = at();
    const request = await pushed("opens", { title: "Größe — 日本語 🎉", body: '# A\n\n* `b` <c> & "d"\n' });

    const opened = await host.openPullRequest(request);

    const { branch, headSha, title, body } = request;
    expect(opened).toMatchObject({ branch, headSha, title, body, baseRef: source.ref, state: "open", isDraft: false });
    expect(new URL(opened.url).pathname).toContain(String(opened.number));
    expect(await host.getPullRequest(source, opened.number)).toEqual(opened);
    expect(await host.findOpenPullRequest(source, "opens")).toEqual(opened);
  });

  test("opens a draft", async () => {
    const opened = await at().host.openPullRequest(await pushed("draft", { asDraft: true }));

    expect(opened.isDraft).toBe(true);
  });

  test("opening again gives the same pull request, moved to the new head", async () => {
    const { host, source } = at();
    const request = await pushed("again");
    const first = await host.openPullRequest(request);

    expect(await host.openPullRequest(request)).toEqual(first);
    const headSha = await at().push("again");
    const second = await host.openPullRequest({ ...request, headSha });

    expect(second).toMatchObject({ number: first.number, headSha });
    expect(await host.findOpenPullRequest(source, "again")).toEqual(second);
  });

  test("concurrent requests to open one branch make one pull request", async () => {
    const { host } = at();
    const request = await pushed("at-once");

    const opened = await Promise.all(Array.from({ length: 4 }, () => host.openPullRequest(request)));

    expect(new Set(opened.map(({ number }) => number)).size).toBe(1);
  });

  test("two branches get two pull requests", async () => {
    const { host, source } = at();
    const requests = await Promise.all([pushed("left"), pushed("right")]);

    const [left, right] = await Promise.all(requests.map((request) => host.openPullRequest(request)));

    expect(left?.number).not.toBe(right?.number);
    expect(await host.findOpenPullRequest(source, "left")).toEqual(left);
    expect(await host.findOpenPullRequest(source, "right")).toEqual(right);
  });

  test("finds nothing where there is no pull request", async () => {
    const { host, source } = at();

    expect(await host.getPullRequest(source, 999_999)).toBeNull();
    expect(await host.findOpenPullRequest(source, "none")).toBeNull();
  });
}

function describeUpdating(at: At, pushed: Pushed): void {
  test("an update moves the head and leaves the words that it does not name", async () => {
    const { host, source } = at();
    const opened = await host.openPullRequest(await pushed("update"));
    const headSha = await at().push("update");

    const moved = await host.updatePullRequest(source, opened.number, { headSha });
    expect(moved).toEqual({ ...opened, headSha });

    const renamed = await host.updatePullRequest(source, opened.number, { headSha, title: "New", body: "Words" });
    expect(renamed).toEqual({ ...moved, title: "New", body: "Words" });
    expect(await host.getPullRequest(source, opened.number)).toEqual(renamed);
  });
}

function describeEnding(at: At, pushed: Pushed): void {
  test.each(["merged", "closed"] as const)(
    "a %s pull request is no longer open, and its branch gets a new one",
    async (state) => {
      const { host, source } = at();
      const request = await pushed(`end-${state}`);
      const first = await host.openPullRequest(request);

      await at().end(first.number, state);

      expect(await host.getPullRequest(source, first.number)).toMatchObject({ number: first.number, state });
      expect(await host.findOpenPullRequest(source, request.branch)).toBeNull();
      const second = await host.openPullRequest({ ...request, headSha: await at().push(request.branch) });
      expect(second.number).toBeGreaterThan(first.number);
      expect(second.state).toBe("open");
    },
  );
}
