import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";

const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
/** Sound Markdown that checks do not refuse for its length: seconds of work, where any other page here takes some milliseconds. */
const HEAVY = "- Some words of lanterns with guides\n".repeat(12_000);

test("a page that takes too long to read is not checked, and the tools go on", async () => {
  const files = {
    "index.md": page("Home", "Read on."),
    "heavy.md": page("Heavy", HEAVY),
    "b.md": page("B", "Lanterns."),
  };
  await using tools = await openTestTools(files, "", { pageCpuSeconds: 0.5 });
  await tools.call("read", { path: "heavy.md" });
  await tools.call("edit", { path: "heavy.md", old: "title: Heavy", new: "title: Heavier" });
  await tools.call("read", { path: "b.md" });
  await tools.call("edit", { path: "b.md", old: "Lanterns.", new: "Lanterns, see [c](./c.md)." });

  const { output } = await tools.call("validate", {});
  const { output: found } = await tools.call("search", { query: "lanterns" });

  const message =
    "The page takes more than 0.5 s of CPU time to read, so it was not checked. Make it smaller or simpler.";
  expect(output).toEqual({
    checked: "2 pages, 1 link",
    errors: [expect.objectContaining({ path: "b.md", rule: "broken-link" })],
    warnings: [{ path: "heavy.md", line: 1, column: 1, rule: "slow-page", message }],
  });
  expect(found).toContain("b.md — B");
});
