import { expect, test } from "vitest";
import { writeReview } from "./review.tsx";

test("remarks become one instruction, by file and line", () => {
  const prompt = writeReview(7, [
    { id: 1, path: "a.md", line: 3, text: "Say *why*.\nIn one sentence. " },
    { id: 2, path: "b.md", line: null, text: "Too long." },
  ]);

  expect(prompt).toBe(
    "Address these review comments on pull request #7. Line numbers are those of the changed files.\n\n" +
      "- `a.md`, line 3: Say *why*.\n  In one sentence.\n- `b.md`: Too long.",
  );
});
