import { expect, test } from "vitest";
import { openTestTools } from "../testing.ts";

test("a file comes as numbered lines, and several files in one call", async () => {
  await using tools = await openTestTools({ "a.md": "# A\n\nText.\n", "b.md": "# B\r\n" });

  const one = await tools.call("read", { path: "./a.md", from: 2, to: 3 });
  const both = await tools.call("read", { path: ["a.md", "gone.md", "b.md"] });

  expect(one.output).toBe("a.md (lines 2–3 of 4)\n2\t\n3\tText.");
  expect(both.output).toBe(
    "a.md (lines 1–4 of 4)\n1\t# A\n2\t\n3\tText.\n4\t\n\nFile gone.md not found. Use glob or list to find it.\n\nb.md (lines 1–2 of 2)\n1\t# B\r\n2\t",
  );
});

test("a long page comes with its first lines and an outline of the rest", async () => {
  const sections = Array.from({ length: 30 }, (_, index) => `## Part ${index}\n\n${"A line.\n".repeat(50)}`).join("\n");
  await using tools = await openTestTools({ "long.md": `# Long\n\n${sections}` });

  const { output } = await tools.call("read", { path: "long.md" });
  const rest = await tools.call("read", { path: "long.md", from: 215, to: 216 });

  expect(output).toContain("long.md (lines 1–200 of 1592)\n1\t# Long\n");
  expect(output).toContain("\n200\tA line.\n");
  expect(output).not.toContain("\n201\tA line.");
  expect(output).toContain("\n215\t## Part 4\n");
  expect(output).toContain("The file is long. Read what you need of the rest with `from` and `to`.");
  expect(rest.output).toBe("long.md (lines 215–216 of 1592)\n215\t## Part 4\n216\t");
});

test("a path without the docs folder is refused with the page that it means", async () => {
  await using tools = await openTestTools({ "docs/guides/install.md": "# Install\n" }, "docs");
  const error = async (tool: string, input: object) => (await tools.call(tool, input)).output;
  const meant = {
    error: expect.stringMatching(/is outside the docs folder docs\. Did you mean docs\/guides\/install\.md\?$/),
  };

  expect(await error("read", { path: "guides/install.md" })).toEqual(meant);
  expect(await error("edit", { path: "guides/install.md", old: "Install", new: "Set up" })).toEqual(meant);
  expect(await error("grep", { path: "guides/install.md", pattern: "Install" })).toEqual(meant);
});

test("edits return the changed lines with three around them", async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}.`).join("\n");
  await using tools = await openTestTools({ "a.md": `${lines}\n` });
  await tools.call("read", { path: "a.md" });

  const edited = await tools.call("multi_edit", {
    path: "a.md",
    edits: [
      { old: "Line 2.", new: "Second line." },
      { old: "Line 15.\nLine 16.\n", new: "" },
    ],
  });

  const shown =
    "1\tLine 1.\n2\tSecond line.\n3\tLine 3.\n4\tLine 4.\n5\tLine 5.\n--\n11\tLine 11.\n12\tLine 12.\n13\tLine 13.\n14\tLine 14.\n15\tLine 17.\n16\tLine 18.\n17\tLine 19.";
  expect(edited.output).toEqual({ path: "a.md", replacements: 2, lines: shown });
});
