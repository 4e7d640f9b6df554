import { makeTestJob } from "@docsteward/git/testing-jobs";
import { expect, test } from "vitest";
import { checkChanges } from "./check-changes.ts";

const PAGE = "---\ntitle: Home\n---\n\n";

test("checks every state of the changes, and reports a finding again", async () => {
  await using job = await makeTestJob({ "index.md": `${PAGE}Hello.\n` });
  const { workspace } = job;
  const errors = async () =>
    (await checkChanges(workspace, { pageCpuSeconds: 5 })).errors.map(({ message }) => message);

  expect(await errors()).toEqual([]);
  await workspace.write("index.md", `${PAGE}[one](./gone-1.md)\n`);
  expect(await errors()).toEqual([expect.stringContaining("gone-1")]);
  expect(await errors()).toEqual([expect.stringContaining("gone-1")]);
  await workspace.write("index.md", `${PAGE}[two](./gone-2.md)\n`);
  expect(await errors()).toEqual([expect.stringContaining("gone-2")]);
  await workspace.write("index.md", `${PAGE}Hello again.\n`);
  expect(await errors()).toEqual([]);
});
