import type { Report } from "./report.ts";

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
