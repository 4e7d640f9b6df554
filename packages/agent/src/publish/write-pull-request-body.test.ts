import { expect, test } from "vitest";
import { changedByRounds, mergeChanges, quotePrompts, writePullRequestBody } from "./pull-request-body.ts";

const body = {
  summary: "Did it.",
  earlier: [],
  prompts: "",
  changes: [],
  checks: { base: "`main` at 0123456", counts: { pages: 7, links: 31, unknownLinks: 0 }, problems: [] },
  unknownNames: [],
  sources: [],
  addedCode: [],
  jobUrl: "https://docs.steward.test/jobs/1",
};

test("code that pages gained is listed with its place, in a fence that it cannot end", () => {
  const text = writePullRequestBody({
    ...body,
    addedCode: [
      { path: "a.mdx", line: 3, code: 'import X from "x"' },
      { path: "b`.mdx", line: 9, code: "{`\n````\n<img src=x>\n`}" },
    ],
  });

  expect(text).toContain('### Code added to pages\n\n`a.mdx`, line 3:\n\n```\nimport X from "x"\n```');
  expect(text).toContain("`` b`.mdx ``, line 9:\n\n`````\n{`\n````\n<img src=x>\n`}\n`````");
});

test("the list is bounded", () => {
  const addedCode = Array.from({ length: 30 }, (_, line) => ({ path: "a.mdx", line, code: "x".repeat(9_000) }));

  const text = writePullRequestBody({ ...body, addedCode });

  expect(text).toContain("and 10 more");
  expect(text.length).toBeLessThan(10_000);
});

test("without added code there is no such section", () => {
  expect(writePullRequestBody(body)).not.toContain("Code added");
});

test("a prompt that holds a secret is left out, and the others are quoted, folded", async () => {
  const secret = `gh${"p_"}0123456789abcdefghijABCDEFGHIJ012345`;

  expect(await quotePrompts([`Use this:\n\n${secret}`, "Fix the typo\non the first page"])).toBe(
    "<details>\n<summary>Prompts</summary>\n\n> (Prompt removed: it contains what looks like a GitHub token.)\n\n> Fix the typo\n> on the first page\n\n</details>",
  );
});

test("a prompt cannot end the folded part, nor hide what follows", async () => {
  const text = await quotePrompts(["</details> <!-- <Summary> <Details>"]);

  expect(text.match(/<[!/\w]/g)).toEqual(["<d", "<s", "</", "</"]);
});

test("the checks say what they looked at, and what is new", () => {
  const { checks } = body;
  const text = (problems: string[]) => writePullRequestBody({ ...body, checks: { ...checks, problems } });

  expect(text([])).toContain("Compared with `main` at 0123456: 7 pages parsed, 31 links checked, 0 new findings.");
  expect(text(["`a.mdx` line 3: gone"])).toContain("31 links checked, 1 new finding:\n\n- `a.mdx` line 3: gone");
});

test("each changed page links to its preview, and a long list is folded", () => {
  const change = (path: string, status: "modified" | "deleted") => ({ path, status, additions: 2, deletions: 1 });
  const changes = [
    change("docs/a (1).mdx", "modified"),
    change("docs/b.mdx", "deleted"),
    change("docs.json", "modified"),
  ];

  expect(writePullRequestBody({ ...body, changes })).toContain(
    [
      "### Changed files\n",
      "- Changed [`docs/a (1).mdx`](https://docs.steward.test/jobs/1?tab=preview&page=docs%2Fa%20%281%29.mdx) (+2 −1)",
      "- Deleted `docs/b.mdx` (+2 −1)",
      "- Changed `docs.json` (+2 −1)",
    ].join("\n"),
  );
  const many = Array.from({ length: 20 }, (_, index) => change(`${index}.mdx`, "modified"));
  expect(writePullRequestBody({ ...body, changes: many })).toContain("<summary>Changed files (20)</summary>");
});

test("a file that moved unchanged, or that several rounds changed, has no count of lines", () => {
  const change = { status: "modified", additions: 2, deletions: 1 } as const;
  const rounds = [
    {
      changes: [
        { ...change, path: "a.json" },
        { ...change, path: "b.json" },
      ],
    },
    {
      changes: [
        { ...change, path: "a.json" },
        { path: "c.json", from: "b.json", status: "renamed", ...none },
      ],
    },
    { changes: [{ path: "e.json", from: "d.json", status: "renamed", ...none }] },
  ] satisfies Parameters<typeof changedByRounds>[0];
  const changes = mergeChanges(rounds.flatMap((round) => round.changes));

  expect(writePullRequestBody({ ...body, changes, changedAgain: changedByRounds(rounds) })).toContain(
    "- Changed `a.json`\n- Moved `b.json` to `c.json`\n- Moved `d.json` to `e.json`\n\n",
  );
});

const none = { additions: 0, deletions: 0 };

test("names that are found nowhere else are listed with their places", () => {
  const unknownNames = [
    { name: "--fast", path: "cli.mdx", line: 4 },
    { name: "retries", value: "3", path: "cli.mdx", line: 9 },
  ];

  expect(writePullRequestBody({ ...body, unknownNames })).toMatch(
    /### Not found elsewhere\n\n.*\n\n- `--fast` in `cli.mdx`, line 4\n- `3` as the default of `retries` in `cli.mdx`, line 9/,
  );
});

test("summaries of earlier rounds are folded below the one that holds now", () => {
  const text = writePullRequestBody({ ...body, earlier: ["First.", "Second."] });

  expect(text).toMatch(/^Did it\.[\s\S]*<summary>Earlier summaries<\/summary>\n\n> First\.\n\n> Second\./);
});
