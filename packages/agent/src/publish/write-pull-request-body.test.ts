import { expect, test } from "vitest";
import { quotePrompts, writePullRequestBody } from "./pull-request-body.ts";

const body = {
  summary: "Did it.",
  prompts: "",
  changes: [],
  problems: [],
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

test("a prompt that holds a secret is left out, and the others are quoted", async () => {
  const secret = `gh${"p_"}0123456789abcdefghijABCDEFGHIJ012345`;

  expect(await quotePrompts([`Use this:\n\n${secret}`, "Fix the typo\non the first page"])).toBe(
    "### Prompts\n\n> (Prompt removed: it contains what looks like a GitHub token.)\n\n> Fix the typo\n> on the first page",
  );
});
