import pino, { type Logger } from "pino";
import pretty from "pino-pretty";
import { env } from "./env.ts";

export type Log = Logger;

const REDACTED = ["authorization", "token", "secret", "prompt", "password"];

/**
 * Makes the log of a process: JSON lines on stdout, or readable ones on a terminal.
 *
 * @param name the process, e.g. `docsteward-web`
 */
export function createLog(name: string): Log {
  const { LOG_LEVEL, LOG_FORMAT } = env();
  const options = {
    name,
    level: LOG_LEVEL,
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `headers.${key}`]), censor: "[redacted]" },
  };
  const isPretty = (LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json")) === "pretty";
  return isPretty
    ? pino(options, pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", sync: true }))
    : pino(options);
}

/** A log that keeps nothing, for tests and for commands whose output is data. */
export function createSilentLog(): Log {
  return pino({ level: "silent" });
}
