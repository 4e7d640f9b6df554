import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Fault, type FaultyGitHub, PASSING, REFUSALS, startFaultyGitHub, TOO_LATE } from "./testing-faults.ts";

// A round runs two dozen git processes, several run at once, and some wait for answers that come too late.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const INSTALLATION = "GET /repos/{owner}/{repo}/installation";
const TOKEN = "POST /app/installations/{installation_id}/access_tokens";
const FIND = "GET /repos/{owner}/{repo}/pulls";
const OPEN = "POST /repos/{owner}/{repo}/pulls";
const REVIEW = "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers";
const LOOK = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
const CHANGE = "PATCH /repos/{owner}/{repo}/pulls/{pull_number}";
const TREE = "POST /repos/{owner}/{repo}/git/trees";
const COMMIT = "POST /repos/{owner}/{repo}/git/commits";
const BRANCH = "POST /repos/{owner}/{repo}/git/refs";
const MOVE = "PATCH /repos/{owner}/{repo}/git/refs/{ref}";

const VERIFIED = { needsVerifiedCommits: true };
const DONE = { status: "completed", failureReason: null };

let github: FaultyGitHub;
beforeAll(async () => {
  github = await startFaultyGitHub();
});
afterAll(() => github[Symbol.asyncDispose]());

const at = (routes: readonly string[], fault: Omit<Fault, "at">): Fault[] =>
  routes.map((route) => ({ ...fault, at: route }));
/** A number of requests to git goes well before. */
const later = (after: number, fault: Omit<Fault, "at">): Fault[] => [
  { ...fault, at: "git upload-pack", after },
  { ...fault, at: "git receive-pack", after: after % 2 },
];

describe.concurrent("at every request of a job and of its follow-up, once", () => {
  test.each(PASSING)("$kind is overcome", async (fault) => {
    // Nobody else can bring new credentials of the App itself: for that see below.
    const isOfApp = fault.kind === "bad_credentials";
    const first = isOfApp ? [FIND, OPEN, REVIEW] : [INSTALLATION, TOKEN, FIND, OPEN, REVIEW];

    const ended = await github.endure([at(first, fault), at([LOOK, CHANGE], fault)]);

    expect(ended).toMatchObject([DONE, DONE]);
  });

  // These differ in what has been done; the others are waited for alike, whatever was asked.
  test.each(PASSING.slice(0, 5))("$kind is overcome where GitHub makes the commits", async (fault) => {
    const rounds = [at([TREE, COMMIT, BRANCH], fault), at([TREE, COMMIT, MOVE], fault)];

    expect(await github.endure(rounds, VERIFIED)).toMatchObject([DONE, DONE]);
  });

  test("what is done after the caller has given up is done once", async () => {
    expect(await github.endure([at([OPEN, REVIEW], TOO_LATE), at([CHANGE], TOO_LATE)])).toMatchObject([DONE, DONE]);
  });

  test("what is done after the caller has given up is done once where GitHub makes the commits", async () => {
    const rounds = [at([COMMIT, BRANCH], TOO_LATE), at([COMMIT, MOVE], TOO_LATE)];

    expect(await github.endure(rounds, VERIFIED)).toMatchObject([DONE, DONE]);
  });

  test.each([...PASSING, ...REFUSALS].map((fault, after) => ({ ...fault, after })))(
    "$kind at git, $after requests later, is overcome",
    async ({ after, ...fault }) => {
      const ended = await github.endure([later(after, fault), later(after % 6, fault)]);

      // An answer that is cut off may read as a refusal, which ends the round by that name.
      if (fault.kind !== "cut_after") expect(ended).toMatchObject([DONE, DONE]);
    },
  );
});

describe.concurrent("a refusal ends a round by a name, the next message gets on, and nothing is done twice", () => {
  // One token serves every later round, so each of these needs a job of its own.
  test.each([INSTALLATION, TOKEN].flatMap((route) => REFUSALS.map((fault) => [fault.kind, route] as const)))(
    "%s at %s",
    async (kind, route) => {
      const [first] = await github.endure([at([route], { kind })]);

      expect(first?.status).toBe("failed");
    },
  );

  test.each([FIND, OPEN])("%s", async (route) => {
    const ended = await github.endure(REFUSALS.map((fault) => at([route], fault)));

    expect(ended.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  });

  test.each([LOOK, CHANGE])("%s", async (route) => {
    await github.endure([[], ...REFUSALS.map((fault) => at([route], fault))]);
  });

  test.each([TREE, COMMIT, BRANCH])("%s, where GitHub makes the commits", async (route) => {
    await github.endure(
      REFUSALS.map((fault) => at([route], fault)),
      VERIFIED,
    );
  });

  test(`${MOVE}, where GitHub makes the commits`, async () => {
    await github.endure([[], ...REFUSALS.map((fault) => at([MOVE], fault))], VERIFIED);
  });

  test("that of a review is no failure", async () => {
    expect(await github.endure(REFUSALS.slice(0, 1).map((fault) => at([REVIEW], fault)))).toMatchObject([DONE]);
  });
});

describe.concurrent("what stays broken ends a job by a name, and the next message gets on", () => {
  test.each([INSTALLATION, TOKEN, FIND, OPEN, "git upload-pack", "git receive-pack"])("%s", async (route) => {
    const rounds = (["server_error", "bad_credentials"] as const).map((kind) => at([route], { kind, times: 1_000 }));

    const ended = await github.endure(rounds);

    expect(ended.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(ended[0]?.failureReason).toMatch(/could not be reached\. Try again later\.$/);
  });
});
