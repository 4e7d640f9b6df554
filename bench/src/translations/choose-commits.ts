/**
 * Chooses the commits of `bench/translation-commits.json` again, from the histories in a folder:
 *
 *   node bench/src/translations/choose-commits.ts DIR owner/name…
 */

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../../../packages/drift/src/repository/source-repository.ts";
import { readPageHistory } from "../../../packages/drift/src/translations/page-history.ts";
import { findPagePairs, languageOf } from "../../../packages/drift/src/translations/page-pairs.ts";
import { openHistory } from "../drift/collect-commits.ts";
import { ROOT } from "../root.ts";
import type { TranslationCommits } from "./translations.ts";

const WANTED = 72;
const MAX_PAGES = 12;
const TRANSLATING = /i18n|l10n|translat/i;
const UPDATING = /updat|sync|outdated|catch up|up to date/i;
const OTHERWISE = /typo|format|lint|anchor|review|missing|remove|rename|links?\b|merge|notice|banner|contributing/i;

/** Commits whose subject says that they update a translation, that changed pages of one language alone, and whose sources are newer. */
async function choose(dataDir: string, name: string): Promise<TranslationCommits> {
  const repository = await openHistory(dataDir, name);
  if (repository === null)
    throw new Error(`${name} is not in ${dataDir}. Clone it there as ${name.replace("/", "+")}.`);
  const head = (await repository.git({ args: ["rev-parse", "HEAD"] })).stdout.toString("latin1").trim();
  const paths = (await listFiles(repository, head)).map(({ path }) => path).filter((path) => /\.mdx?$/.test(path));
  const pairs = new Map(findPagePairs(paths).map((pair) => [pair.page, pair]));
  const all = new Set([...pairs.values()].flatMap(({ page, source }) => [page, source]));
  const { commits, versions } = await readPageHistory(repository, head, all);
  const found = commits.filter(({ subject, paths: changed }, at) => {
    if (!TRANSLATING.test(subject) || !UPDATING.test(subject) || OTHERWISE.test(subject)) return false;
    const mine = changed.map((path) => pairs.get(path));
    if (changed.length > MAX_PAGES || mine.includes(undefined)) return false;
    if (new Set(changed.map(languageOf)).size !== 1) return false;
    return mine.every((pair) => {
      const older = versions.get(pair?.page ?? "")?.find(({ commit }) => commit > at);
      const source = versions.get(pair?.source ?? "")?.find(({ commit }) => commit > at);
      return older !== undefined && source !== undefined && source.commit < older.commit;
    });
  });
  const order = (sha: string) => createHash("sha256").update(sha).digest("hex");
  const chosen = found.map(({ sha }) => sha).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  console.error(`${name}: ${chosen.length} commits`);
  return { name, commits: chosen.slice(0, WANTED) };
}

const [dataDir = ".", ...names] = process.argv.slice(2);
const listed: TranslationCommits[] = [];
for (const name of names.toSorted()) listed.push(await choose(dataDir, name));
await writeFile(join(ROOT, "bench", "translation-commits.json"), `${JSON.stringify(listed, null, 1)}\n`);
