import { openSync, writeSync } from "node:fs";
import type { Reporter } from "@docsteward/db/reporter";

export type ServiceLog = { file: string; output: number; log: Reporter };

/** A file for the lines of a service that runs behind something else, so that they do not mix with its output. */
export function openServiceLog(file: string): ServiceLog {
  const output = openSync(file, "a", 0o600);
  const write = (level: string) => (fields: unknown, message?: string) => {
    const line = typeof fields === "string" ? { msg: fields } : { ...(fields as object), msg: message };
    writeSync(output, `${JSON.stringify({ level, time: new Date().toISOString(), name: "docsteward", ...line })}\n`);
  };
  return { file, output, log: { info: write("info"), warn: write("warn"), error: write("error") } };
}
