import { expect, test } from "vitest";
import { makeRepository } from "../testing.ts";
import { readTexts } from "./local-repository.ts";

test("files are read as they are at each commit, in the order asked for", async () => {
  await using repository = await makeRepository({ "a page.md": "one\n", "b.md": "b\n" });
  const before = await repository.head();
  const after = await repository.commit({ "a page.md": "two\n", "b.md": null });

  const texts = await readTexts(repository.url, [
    { commit: before, path: "a page.md" },
    { commit: after, path: "b.md" },
    { commit: after, path: "a page.md" },
  ]);

  expect(texts).toEqual(["one\n", null, "two\n"]);
});

test("what is no text, and a path that no file can have, are null", async () => {
  await using repository = await makeRepository({ "a.png": new Uint8Array([0, 1, 2]), "b.md": "b\n" });
  const commit = await repository.head();

  const texts = await readTexts(repository.url, [
    { commit, path: "a.png" },
    { commit, path: "x\ny.md" },
    { commit, path: "b.md" },
  ]);

  expect(texts).toEqual([null, null, "b\n"]);
});
