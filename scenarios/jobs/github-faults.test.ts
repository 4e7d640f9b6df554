import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Fault,
  type FaultyGitHub,
  inTurns,
  LASTING,
  PASSING,
  REFUSALS,
  spread,
  startFaultyGitHub,
  TOO_LATE,
  turnsOf,
  UNHEARD,
} from "./faults.ts";

// A round runs two dozen git processes, several run concurrently, and some wait for late answers.
vi.setConfig({ testTimeout: 600_000 });

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

/** New credentials end `bad_credentials`, except for the App's own: see below. */
const isPassing = ({ at, kind }: Fault) => kind !== "bad_credentials" || (at !== INSTALLATION && at !== TOKEN);

/** The faults of a job and of its follow-up, in which every request to GitHub's API fails once. */
function onceEach(failures: typeof PASSING, turn: number): Fault[][] {
  const first = [INSTALLATION, TOKEN, FIND, OPEN, REVIEW];
  const later = spread([LOOK, CHANGE], failures, turn + first.length);
  return [spread(first, failures, turn), later].map((faults) => faults.filter(isPassing));
}

/** The same of what a job and its follow-up ask where GitHub makes the commits. */
function onceEachVerified(failures: typeof PASSING, turn: number): Fault[][] {
  return [spread([TREE, COMMIT, BRANCH], failures, turn), spread([TREE, COMMIT, MOVE], failures, turn + 3)];
}

/** A number of requests to git goes well before. */
const later = (after: number, fault: Omit<Fault, "at">): Fault[] => [
  { ...fault, at: "git upload-pack", after },
  { ...fault, at: "git receive-pack", after: after % 2 },
];

describe.concurrent("at every request of a job and of its follow-up, once", () => {
  describe.each([
    { what: "what passes", failures: PASSING },
    { what: "a lost answer", failures: UNHEARD },
  ])("$what is overcome", ({ failures }) => {
    test.each(turnsOf(failures))("turn $turn", async ({ turn }) => {
      expect(await github.endure(onceEach(failures, turn))).toMatchObject([DONE, DONE]);
    });

    test.each(turnsOf(failures))("where GitHub makes the commits, turn $turn", async ({ turn }) => {
      expect(await github.endure(onceEachVerified(failures, turn), VERIFIED)).toMatchObject([DONE, DONE]);
    });
  });

  test("what is done after the caller has given up is done once", async () => {
    const rounds = [spread([OPEN, REVIEW], TOO_LATE, 0), spread([CHANGE], TOO_LATE, 0)];

    expect(await github.endure(rounds)).toMatchObject([DONE, DONE]);
  });

  test("what is done after the caller has given up is done once where GitHub makes the commits", async () => {
    const rounds = [spread([COMMIT, BRANCH], TOO_LATE, 0), spread([COMMIT, MOVE], TOO_LATE, 0)];

    expect(await github.endure(rounds, VERIFIED)).toMatchObject([DONE, DONE]);
  });

  const atGit = [PASSING, UNHEARD, REFUSALS].flatMap((failures) => inTurns(failures, 0));
  test.each(atGit.map((fault, place) => ({ ...fault, after: place })))(
    "$kind at git, $after requests later, is overcome",
    async ({ after, ...fault }) => {
      const ended = await github.endure([later(after, fault), later(after % 6, fault)]);

      expect(ended).toMatchObject([DONE, DONE]);
    },
  );
});

/** A round for each refusal that the route at a place of its list meets. */
const refusedAt = (route: string, place: number): Fault[][] =>
  inTurns(REFUSALS, place).map((refusal) => [{ ...refusal, at: route }]);

const placed = (...routes: string[]) => routes.map((route, place) => ({ route, place }));

describe.concurrent("a refusal ends a round by a name, the next message gets on, and nothing is done twice", () => {
  // One token serves every later round, so each of these needs a job of its own.
  test.each(placed(INSTALLATION, TOKEN).flatMap(({ route, place }) => refusedAt(route, place).flat()))(
    "$kind at $at",
    async (fault) => {
      expect(await github.endure([[fault]])).toMatchObject([{ status: "failed" }]);
    },
  );

  test.each(placed(FIND, OPEN))("$route", async ({ route, place }) => {
    const rounds = refusedAt(route, place);

    expect(await github.endure(rounds)).toMatchObject(rounds.map(() => ({ status: "failed" })));
  });

  test.each(placed(LOOK, CHANGE))("$route", async ({ route, place }) => {
    await github.endure([[], ...refusedAt(route, place)]);
  });

  test.each(placed(TREE, COMMIT, BRANCH))("$route, where GitHub makes the commits", async ({ route, place }) => {
    await github.endure(refusedAt(route, place), VERIFIED);
  });

  test(`${MOVE}, where GitHub makes the commits`, async () => {
    await github.endure([[], ...refusedAt(MOVE, 0)], VERIFIED);
  });

  test("that of a review is no failure", async () => {
    expect(await github.endure([spread([REVIEW], REFUSALS, 0)])).toMatchObject([DONE]);
  });
});

describe.concurrent("what stays broken ends a job by a name, and the next message gets on", () => {
  test.each(placed(INSTALLATION, TOKEN, FIND, OPEN, "git upload-pack", "git receive-pack"))(
    "$route",
    async ({ route, place }) => {
      const failures = inTurns(LASTING, place);

      const ended = await github.endure(failures.map((failure) => [{ ...failure, at: route }]));

      for (const [round, { kind }] of failures.entries()) {
        expect(ended[round]?.status).toBe("failed");
        if (kind === "server_error") expect(ended[round]?.failureReason).toMatch(/is unreachable\. Try again later\.$/);
      }
    },
  );
});
