// Writes what a process that it forked answers to its first message.
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [, , file = "", mode] = process.argv;
if (mode === "forked") {
  process.on("message", (message) => process.send?.(`heard ${message}`));
} else {
  const forked = fork(fileURLToPath(import.meta.url), [file, "forked"]);
  forked.on("message", (answer) => {
    writeFileSync(file, String(answer));
    forked.disconnect();
  });
  forked.on("exit", (code) => process.exit(code ?? 1));
  forked.send("hello");
}
