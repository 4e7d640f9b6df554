import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Localization } from "../../../apps/cli/src/bench/localize.ts";
import { runBench } from "../../../apps/cli/src/bench/run-bench.ts";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { contentWords } from "../../../packages/text/src/lexical/stop-words.ts";
import { findHistory } from "../drift/collect-commits.ts";
import { type Half, halfOf } from "../drift/commit-list.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import type { BenchOptions, Report, Table } from "../report/report.ts";
import { ROOT } from "../root.ts";

/** A repository whose history makes the tasks, from one commit backwards. Nothing of it is kept but this. */
type ListedRepository = { name: string; commit: string; docsPath: string };

type Place = { name: string; half: Half; prompt: string; found: Localization };

const TASKS = 15;
const WANTED = { at5: 0.85, at10: 0.9 };
/** Content words of the first line of a message. */
const LENGTHS = [
  { title: "at most 2 words", least: 0, most: 2 },
  { title: "3 to 5", least: 3, most: 5 },
  { title: "6 to 8", least: 6, most: 8 },
  { title: "9 and more", least: 9, most: Number.POSITIVE_INFINITY },
];

/**
 * Asks the agent's search for the pages that commits of public repositories changed, with their messages. The repositories of
 * `bench/agent-tasks.json` are looked for in the data folder as `owner+name`.
 */
export async function localization({ dataDir, only, onLine }: BenchOptions): Promise<Report> {
  const listed = JSON.parse(await readFile(join(ROOT, "bench", "agent-tasks.json"), "utf8")) as ListedRepository[];
  // Results of an earlier run may be those of another ranking.
  await using run = await openRunFolder(dataDir);
  const places: Place[] = [];
  const failures: string[] = [];
  for (const { name, commit, docsPath } of listed) {
    const half = halfOf(name);
    if (only !== undefined && !only.includes(name) && !only.includes(half)) continue;
    const target = findHistory(dataDir, name);
    onLine(target === undefined ? `${name} is not in ${dataDir}: it is left out` : name);
    if (target === undefined) continue;
    try {
      await runBench({
        ...{ target, ref: commit, docsPath, tasks: TASKS, source: [], jobs: 1 },
        results: join(run.path, `${name.replace("/", "+")}.jsonl`),
        env: parseEnv({ MODEL_PROVIDER: "offline" }),
        onResult({ prompt, localization: found }) {
          if (found !== undefined) places.push({ name, half, prompt, found });
        },
      });
    } catch (error) {
      // A commit that is not there, or one history that takes too long, must not lose what the others gave.
      const failure = `${name} ended early: ${error instanceof Error ? error.message : String(error)}`;
      failures.push(failure);
      onLine(failure);
    }
  }
  return toReport(places, failures);
}

function toReport(places: readonly Place[], failures: readonly string[]): Report {
  const ofHalf = (half: Half) => places.filter((place) => place.half === half);
  const second = meansOf(ofHalf("second"));
  const reach = (at: "at5" | "at10", name: string) => ({
    wanted: `${name} ${WANTED[at]} on the second half`,
    measured: second.search[at].toFixed(3),
    isMet: second.search[at] >= WANTED[at],
  });
  return {
    name: "localization",
    ...tableOf("The pages that a commit changed among the results for its message", [
      { title: "first half", places: ofHalf("first") },
      { title: "second half", places: ofHalf("second") },
    ]),
    more: [
      tableOf(
        "By content words of the first line",
        LENGTHS.map(({ title, least, most }) => ({
          title,
          places: places.filter(({ prompt }) => isWithin(contentWords(firstLine(prompt)).length, least, most)),
        })),
      ),
      tableOf(
        "By repository",
        [...Map.groupBy(places, ({ name, half }) => `${name} (${half})`)].map(([title, of]) => ({ title, places: of })),
      ),
    ],
    reaches: [reach("at5", "recall@5"), reach("at10", "recall@10")],
    notes: [
      `The ${TASKS} newest commits of each repository that changed one to five pages and nothing else; commits that only add pages are left out.`,
      "The ranking is tuned on the first half alone.",
      ...failures,
    ],
    figures: { first: meansOf(ofHalf("first")), second },
  };
}

const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";
const isWithin = (count: number, least: number, most: number) => count >= least && count <= most;

function tableOf(title: string, groups: readonly { title: string; places: readonly Place[] }[]) {
  const rows = groups
    .filter(({ places }) => places.length > 0)
    .map((group) => {
      const { search, bm25 } = meansOf(group.places);
      const shares = [search.at5, search.at10, bm25.at5, bm25.at10].map((share) => share.toFixed(3));
      return [group.title, String(group.places.length), ...shares];
    });
  return { title, columns: ["", "tasks", "recall@5", "recall@10", "BM25 @5", "BM25 @10"], rows } satisfies Table;
}

function meansOf(places: readonly Place[]): Pick<Localization, "search" | "bm25"> {
  const mean = (of: (found: Localization) => number) =>
    places.reduce((sum, { found }) => sum + of(found), 0) / Math.max(places.length, 1);
  return {
    search: { at5: mean(({ search }) => search.at5), at10: mean(({ search }) => search.at10) },
    bm25: { at5: mean(({ bm25 }) => bm25.at5), at10: mean(({ bm25 }) => bm25.at10) },
  };
}
