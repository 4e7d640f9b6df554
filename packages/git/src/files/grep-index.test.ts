import { expect, test } from "vitest";
import { makeTestJob } from "../testing-jobs.ts";

test("a search sees the job's own edits, below a path, and nothing that is no page", async () => {
  await using job = await makeTestJob({
    "a.md": "one needle\nand text\r\n",
    "docs/[slug].md": "a needle in brackets\n",
    "docs/s.md": "a needle in s\n",
    "src/code.ts": "needle",
  });
  const { workspace } = job;
  await workspace.write("new.md", "\n\nfresh needle\r\n");
  await workspace.write("a.md", "nothing\n");

  const { matches, isCut } = await workspace.grep("need(le|ful)");

  expect(isCut).toBe(false);
  expect(matches).toEqual([
    { path: "docs/[slug].md", line: 1, text: "a needle in brackets" },
    { path: "docs/s.md", line: 1, text: "a needle in s" },
    { path: "new.md", line: 3, text: "fresh needle" },
  ]);
  expect((await workspace.grep("needle", "docs/[slug].md")).matches.map(({ path }) => path)).toEqual([
    "docs/[slug].md",
  ]);
  expect((await workspace.grep("needle", "docs/")).matches).toHaveLength(2);
});

test("a search can ignore case, leave files out, and count the lines of each file", async () => {
  await using job = await makeTestJob({ "a.md": "Needle\nneedle\n", "fr/a.md": "needle\n", "b.md": "thread\n" });
  const isWanted = (path: string) => !path.startsWith("fr/");

  const found = await job.workspace.grep("needle", undefined, { ignoreCase: true, isWanted });
  const files = await job.workspace.grepFiles("needle", undefined, { ignoreCase: true });

  expect(found.matches.map(({ path, line }) => `${path}:${line}`)).toEqual(["a.md:1", "a.md:2"]);
  expect(files).toEqual({
    files: [
      { path: "a.md", matches: 2 },
      { path: "fr/a.md", matches: 1 },
    ],
    isCut: false,
  });
});

test("a search is cut at 200 lines, and a bad pattern or path is a refusal", async () => {
  await using job = await makeTestJob({ "a.md": "needle\n".repeat(300), "long.md": `needle ${"x".repeat(2_000)}\n` });

  const { matches, more, isCut } = await job.workspace.grep("needle", "a.md");

  expect(matches).toHaveLength(200);
  expect(more).toEqual([]);
  expect(isCut).toBe(true);
  expect((await job.workspace.grep("needle x")).matches[0]?.text.length).toBe(501);
  for (const pattern of ["a(", "[z-a]", "a\\", "a\0", "a\nb"])
    await expect(job.workspace.grep(pattern)).rejects.toMatchObject({ code: "path_refused" });
  await expect(job.workspace.grep("x", "../..")).rejects.toMatchObject({ code: "path_refused" });
});

test("where several files match, one with many lines does not hide the others", async () => {
  await using job = await makeTestJob({ "a.md": "needle\n".repeat(300), "b.md": "needle\n", "c.md": "none\n" });

  const { matches, more, isCut } = await job.workspace.grep("needle");

  expect(matches.filter(({ path }) => path === "a.md")).toHaveLength(40);
  expect(matches.at(-1)).toMatchObject({ path: "b.md", line: 1 });
  expect(more).toEqual([{ path: "a.md", matches: 260 }]);
  expect(isCut).toBe(false);
});

test("a search that takes too long is stopped and says so", async () => {
  await using job = await makeTestJob({
    "a.md": `${"a".repeat(5_000)}\n`.repeat(180),
    "b.md": `${"b".repeat(5_000)}\n`.repeat(180),
  });

  await expect(job.workspace.grep("[[:alpha:]]{1900}_")).rejects.toMatchObject({ code: "limit_reached" });
});

test.each(["(.*)\\1", "(a*)*(a*)*(a*)*\\1\\2\\3b", "\\\\\\1(a)"])(
  "a search for %s is refused: it refers back to a group",
  async (pattern) => {
    await using job = await makeTestJob({ "a.md": "a\n" });

    await expect(job.workspace.grep(pattern)).rejects.toMatchObject({ code: "path_refused" });
  },
);

test("a number behind two backslashes is text", async () => {
  await using job = await makeTestJob({ "a.md": "C:\\1\n" });

  expect((await job.workspace.grep(":\\\\1")).matches).toHaveLength(1);
});

test.each(["(((a{1,100}){1,100}){1,100}){1,100}", "(a{1,32767}){2}", "(a{,999}){,999}", "x(a{200}|b{2,2000})"])(
  "a search that would repeat %s is refused before git is asked",
  async (pattern) => {
    await using job = await makeTestJob({ "a.md": "a\n" });

    await expect(job.workspace.grep(pattern)).rejects.toMatchObject({ code: "path_refused" });
  },
);

test("counts, brackets and braces that are text are searched for", async () => {
  await using job = await makeTestJob({ "a.md": "aa 2026-11-22\n{9999}{9999}\n" });

  for (const pattern of ["a{2} [0-9]{4}(-[0-9]{2}){2}", "\\{9999\\}", "[{]9999[}]", "[[:digit:]]{4}"])
    expect((await job.workspace.grep(pattern)).matches, pattern).not.toEqual([]);
});

test.each(["(a+)+$", "(.*a){20}"])(
  "a search for %s finds its lines, or ends after its 2 seconds of CPU time",
  async (pattern) => {
    await using job = await makeTestJob({ "a.md": `${"a".repeat(5_000)}!\n${"a".repeat(200)}b\n`.repeat(150) });

    const found = await job.workspace.grep(pattern).catch((error: unknown) => error);

    expect(found).toSatisfy(
      (value: object) => "matches" in value || ("code" in value && value.code === "limit_reached"),
    );
  },
);

test("a bad pattern in the words of a full disk is a refusal, and no fault of this machine", async () => {
  await using job = await makeTestJob({ "a.md": "needle\n" });

  for (const said of ["No space left on device", "fatal: write error: Input/output error"]) {
    const search = job.workspace.grep(`${said}(`);

    await expect(search).rejects.toMatchObject({
      code: "path_refused",
      message: expect.stringContaining("not a valid"),
    });
  }
});
