// A reader that leaves early (`docsteward job list | head -1`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

/** Writes data: what a script reads. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a piece of data without a newline, for streamed output. */
export function write(text: string): void {
  process.stdout.write(text);
}

/** Writes one JSON document as a line of data. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Writes words for the person at the terminal, never data. */
export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Lays rows out in columns, as wide as their widest cell. The first row is the heading. */
export function formatTable(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** A text that others wrote in one line, cut after so many characters. */
export function toExcerpt(text: string, { characters }: { characters: number }): string {
  const line = stripControlCharacters(text).replace(/\s+/g, " ").trim();
  return line.length > characters ? `${line.slice(0, characters)}…` : line;
}

/** A text that others wrote, without what would steer the terminal. */
export function stripControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
