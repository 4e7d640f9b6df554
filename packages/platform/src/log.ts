import type { DestinationStream, Logger, LoggerOptions } from "pino";
import pino from "pino";
import pretty from "pino-pretty";
import { env } from "./env.ts";
import { noteLoggedError } from "./logged-errors.ts";
import { collectorUrls } from "./telemetry/variables.ts";
import { traceFields } from "./tracing.ts";

/** The logger of a process (pino). */
export type Log = Logger;

const REDACTED = ["authorization", "token", "secret", "prompt", "password"];
const redact = { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `headers.${key}`]), censor: "[redacted]" };

const ERROR_LEVEL = 50;
const hooks: LoggerOptions["hooks"] = {
  logMethod(line, method, level) {
    if (level >= ERROR_LEVEL) noteLoggedError(line, this.bindings());
    method.apply(this, line);
  },
};

// Next bundles a copy of this module per route, so the sink is stored on the process.
const KEY = Symbol.for("docsteward.log-sink");
const held = globalThis as { [KEY]?: (line: string) => void };

/** Sets what also gets each line of the logs of this process, as JSON; undefined for nothing. */
export function setLogSink(sink: ((line: string) => void) | undefined): void {
  held[KEY] = sink;
}

/**
 * Makes the log of a process: JSON lines on stdout, or readable ones on a terminal.
 *
 * @param name the process, e.g. `docsteward-web`
 */
export function createLog(name: string): Log {
  const settings = env();
  const { LOG_LEVEL, LOG_FORMAT } = settings;
  const { traces, logs } = collectorUrls(settings);
  const mixin = traces === undefined ? undefined : traceFields;
  const options: LoggerOptions = { name, level: LOG_LEVEL, redact, mixin, hooks };
  const isPretty = (LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json")) === "pretty";
  const output = isPretty
    ? pretty({ colorize: process.stdout.isTTY, ignore: "pid,hostname", sync: true })
    : pino.destination();
  return pino(options, logs === undefined ? output : withSink(output));
}

/** Writes to both: what the log hides is hidden before. */
function withSink(output: DestinationStream): DestinationStream {
  const sink = { write: (line: string) => held[KEY]?.(line) };
  return pino.multistream([output, sink].map((stream) => ({ stream, level: "trace" })));
}

/** A log of every level whose lines go to `write`, for tests that look at what is logged. */
export function createRecordingLog(write: (line: string) => void): Log {
  return pino({ level: "trace", redact, hooks }, withSink({ write }));
}

/** A log that keeps nothing, for tests and for commands whose output is data. */
export function createSilentLog(): Log {
  return pino({ level: "silent" });
}

/** The part of a log that this package writes to. */
export type Reporter = Pick<Log, "info" | "warn" | "error">;

/** Says nothing: for scripts that speak for themselves, and for tests. */
export const silentLogger: Reporter = { info: () => undefined, warn: () => undefined, error: () => undefined };
