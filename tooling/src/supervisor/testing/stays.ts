// A child for tests: runs until it gets a stop signal. Its first argument names a file that gets its process id.
import { appendFileSync } from "node:fs";

const [file = "", mood] = process.argv.slice(2);
if (mood === "stubborn") process.on("SIGTERM", () => appendFileSync(file, "asked to go\n"));
// From here on it may be asked.
appendFileSync(file, `${process.pid}\n`);
setInterval(() => undefined, 1_000);
