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

/** Writes a piece of data as it is, for what comes piece by piece. */
export function write(text: string): void {
  process.stdout.write(text);
}

/** Writes one JSON document as a line of data. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Writes words for the person at the terminal, never data. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
