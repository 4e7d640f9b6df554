import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { toKey } from "../../../packages/drift/src/names/read-names.ts";
import { findStaleFacts } from "../../../packages/drift/src/stale/find-stale-facts.ts";
import { openHistory } from "../drift/collect-commits.ts";
import { type Half, halfOf } from "../drift/commit-list.ts";
import { formatShare } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { ROOT } from "../root.ts";
import type { Fix } from "./select-fixes.ts";

/** The corrections of one repository that the benchmark asks about. */
export type ListedFixes = { name: string; fixes: Fix[] };

export const FIXES_FILE = join(ROOT, "bench", "drift-fixes.json");
const WANTED = 0.6;

type Judged = Fix & { name: string; half: Half; found: "removed" | "slip" | null };

/** How many of the false names that people corrected later are found at the parent of the commit that did. */
export async function fixes({ dataDir, only, onLine }: BenchOptions): Promise<Report> {
  const judged: Judged[] = [];
  for (const { name, fixes: listed } of JSON.parse(await readFile(FIXES_FILE, "utf8")) as ListedFixes[]) {
    const half = halfOf(name);
    if (only !== undefined && !only.includes(name) && !only.includes(half)) continue;
    const repository = await openHistory(dataDir, name);
    if (repository === null) onLine(`${name} is not in ${dataDir}: it is left out`);
    else
      for (const fix of listed) {
        const { stdout } = await repository.git({ args: ["rev-parse", `${fix.sha}^`] });
        const head = stdout.toString("latin1").trim();
        const { names, slips } = await findStaleFacts({ repository, head, isPage: (path) => path === fix.page });
        const isIt = ({ written }: { written: string }) => keyOf(written) === keyOf(fix.written);
        const found = names.some(isIt) ? "removed" : slips.some(isIt) ? "slip" : null;
        onLine(`${name} ${fix.sha.slice(0, 10)} ${fix.page} ${fix.written}: ${found ?? "not found"}`);
        judged.push({ ...fix, name, half, found });
      }
  }
  const rowOf = (half: Half) => {
    const own = judged.filter((one) => one.half === half);
    const count = (kind: Judged["found"]) => own.filter(({ found }) => found === kind).length;
    const share = own.length === 0 ? 0 : 1 - count(null) / own.length;
    const repositories = new Set(own.map(({ name }) => name)).size;
    const row = [`${half} half`, repositories, own.length, count("removed"), count("slip"), formatShare(share)];
    return { row: row.map(String), share };
  };
  const [first, second] = [rowOf("first"), rowOf("second")];
  return {
    name: "fixes",
    title: "False names that people corrected later",
    columns: ["", "Repositories", "Corrections", "Found by the commit that removed them", "as slips", "Found"],
    rows: [first.row, second.row],
    reaches: [
      { wanted: "60 % of the second half found", measured: formatShare(second.share), isMet: second.share >= WANTED },
    ],
    notes: ["Asked at the parent of a commit that changed pages alone, of the page that it corrected."],
    figures: { judged },
  };
}

const keyOf = (written: string) => toKey(written.replace(/^-+/, ""));
