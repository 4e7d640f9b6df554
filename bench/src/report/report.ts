import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { git } from "../repository/git.ts";
import { BENCH, ROOT } from "../root.ts";

/** A number the project wants to reach, and how it stands. */
export type Reach = { wanted: string; measured: string; isMet: boolean };

/** A table for people; the first column names its rows. */
export type Table = { title?: string; columns: string[]; rows: string[][] };

/** What a benchmark found: a table for people, the numbers behind it for programs. */
export type Report = {
  name: string;
  title: string;
  columns: string[];
  rows: string[][];
  /** Tables that follow the first. */
  more?: Table[];
  reaches: Reach[];
  notes: string[];
  /** Everything that was measured, in the units their names tell; written to the results file. */
  figures: Record<string, unknown>;
};

export type Benchmark = (options: BenchOptions) => Promise<Report>;

export type BenchOptions = {
  /** Where generated repositories are kept and runs do their work. */
  dataDir: string;
  /** How often each side is measured; each benchmark has its own number when left out. */
  rounds?: number;
  /** Which of a benchmark's peers are measured, where it has several; all of them when left out. */
  peers?: readonly string[];
  /** Sites or dialects, where a benchmark has several; all of them when left out. */
  only?: readonly string[];
  /** What a benchmark draws by chance; another each run when left out. */
  seed?: number;
  /** Where sites lie that their own generators built. */
  builtDir?: string;
  /** Whether sites lists what it missed in the second half, which is then no longer unseen. */
  misses?: boolean;
  /** Whether drift fits its weights again, and writes them. */
  fit?: boolean;
  /** How many projects, jobs and events `scale` writes, and how many jobs its workers find. */
  sizes?: { projects?: number; jobs?: number; events?: number; queued?: number };
  /** Says what is going on, a line each. */
  onLine(line: string): void;
};

/** Prints a report: its table, each number asked for with what was reached, and what to know about them. */
export function printReport({ title, columns, rows, more = [], reaches, notes }: Report): void {
  console.log(`\n${title}\n`);
  for (const line of tableLines([columns, ...rows])) console.log(`  ${line}`);
  for (const table of more) {
    console.log(`\n${table.title ?? ""}\n`);
    for (const line of tableLines([table.columns, ...table.rows])) console.log(`  ${line}`);
  }
  console.log("");
  for (const { wanted, measured, isMet } of reaches) {
    console.log(`  ${isMet ? "reached" : "MISSED "}  ${measured} (asked for: ${wanted})`);
  }
  for (const note of notes) console.log(`  ${note}`);
}

function tableLines(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [lines[0] ?? "", rule, ...lines.slice(1)];
}

/** The first column reads from the left, numbers line up on the right. */
const pad = (cell: string, width: number, column: number) => (column === 0 ? cell.padEnd(width) : cell.padStart(width));

/**
 * Writes a report with the machine, the date and the commit it belongs to.
 *
 * @returns the file's path, `bench/results/<name>.json`
 */
export async function saveReport(report: Report): Promise<string> {
  const [commit, status] = await Promise.all([
    git(["-C", ROOT, "-c", `safe.directory=${ROOT}`, "rev-parse", "HEAD"]),
    git(["-C", ROOT, "-c", `safe.directory=${ROOT}`, "status", "--porcelain", "--untracked-files=no"]),
  ]);
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryBytes: totalmem(),
    node: process.versions.node,
    git: await git(["--version"]),
  };
  const folder = join(BENCH, "results");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${report.name}.json`);
  const about = { at: new Date().toISOString(), commit, hasLocalChanges: status !== "", machine };
  await writeFile(path, `${JSON.stringify({ ...about, ...report }, null, 2)}\n`);
  return path;
}
