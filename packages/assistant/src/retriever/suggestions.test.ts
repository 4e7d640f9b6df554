import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { expect, test } from "vitest";
import { readIndexedSite } from "../testing.ts";
import { createRetriever } from "./create-retriever.ts";
import { restrictRetriever } from "./restrict-retriever.ts";

const FILES = {
  "index.md": "# Home\n\nWelcome.\n",
  "guides/install.md":
    "# Installation\n\nRun it.\n\n## Install on Windows\n\nDo this.\n\n## Install on Linux\n\nDo that.\n",
  "guides/kill-switch.md": "# Turning features off\n\nFor emergencies.\n\n## Configuration\n\nSet it.\n",
  "staff/plan.md": "---\ngroups: [staff]\n---\n# Insider plan\n\nSecret.\n\n## Zeppelin takeover\n\nSoon.\n",
  "zh.md": "# 安装依赖\n\n安装。\n",
};

const site = (async () => createRetriever(await readIndexedSite(FILES)))();
const outside = (async () => restrictRetriever(await site, { groups: new Set(), isByNavigation: false }))();

async function namesFor(text: string, retriever = site): Promise<string[]> {
  const found = await (await retriever).suggest({ text, limit: 10 });
  return found.map(({ page, heading }) => (heading === null ? page.title : `${page.title} › ${heading.text}`));
}

test.each([
  ["inst", ["Installation", "Installation › Install on Windows", "Installation › Install on Linux"]],
  ["install win", ["Installation › Install on Windows"]],
  ["how do I install on lin", ["Installation › Install on Linux"]],
  ["instal", ["Installation"]],
  ["isntall", ["Installation"]],
  ["confgi", ["Turning features off › Configuration"]],
  ["kill-sw", ["Turning features off"]],
  ["kill switch", ["Turning features off"]],
  ["安装", ["安装依赖"]],
  ["", []],
  ["zzqx", []],
])("%j suggests %j first", async (typed, names) => {
  expect((await namesFor(typed)).slice(0, names.length)).toEqual(names);
  if (names.length === 0) expect(await namesFor(typed)).toEqual([]);
});

test("what was typed is highlighted in the name", async () => {
  const [first] = await (await site).suggest({ text: "install wind", limit: 1 });
  const name = first?.heading?.text ?? "";

  expect(first?.highlights.map(({ start, end }) => name.slice(start, end))).toEqual(["Install", "Wind"]);
});

test("what only others may read is suggested to no one else, and doesn't change what is suggested", async () => {
  const { "staff/plan.md": _, ...open } = FILES;
  const without = readIndexedSite(open).then((pages) => createRetriever(pages));

  expect(await namesFor("zepp")).toEqual(["Insider plan › Zeppelin takeover"]);
  for (const typed of ["zepp", "insi", "inside", "plan", "ins", "takeovr"])
    expect(await namesFor(typed, outside)).toEqual(await namesFor(typed, without));
});

test("a filter and the limit hold", async () => {
  const found = await (await site).suggest({ text: "ins", limit: 1, filter: { path: "/guides" } });

  expect(found.map(({ page }) => page.path)).toEqual(["/guides/install"]);
});

const PAGES = 1_000;
const CALLS = 25;
const MAX_CPU_MS = 20;

test("1,000 pages are looked up for well under 20 ms of CPU time", async () => {
  const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett"];
  const nameOf = (number: number) => `${words[number % 10]} ${words[(number >> 3) % 10]}${number}`;
  const files = Object.fromEntries(
    [...Array(PAGES).keys()].map((page) => [
      `page-${page}.md`,
      `# ${nameOf(page)}\n\n${[...Array(10).keys()].map((at) => `## ${nameOf(page * 10 + at)}\n\nText.\n`).join("\n")}`,
    ]),
  );
  const large = await createRetriever(await readIndexedSite(files));
  await large.suggest({ text: "alpha", limit: 8 });

  const calls = async () => {
    for (let call = 0; call < CALLS; call += 1)
      await large.suggest({ text: ["alp", "charlei", "foxtort gol", "juliet5", "zzqqxx"][call % 5] ?? "", limit: 8 });
  };
  const enoughMs = MAX_CPU_MS * CALLS;
  expect(await leastCpuMs(calls, { enoughMs })).toBeLessThanOrEqual(enoughMs);
});
