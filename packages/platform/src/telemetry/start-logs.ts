import { hostname } from "node:os";
import { type AnyValue, type LogRecord, SeverityNumber } from "@opentelemetry/api";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import pino from "pino";
import { setLogSink } from "../log.ts";
import { currentSpan } from "../tracing.ts";
import {
  contextOf,
  type Exporting,
  type ExportSettings,
  resourceOf,
  type StopExport,
  warnOfFailures,
  withinStopTime,
} from "./export-to-collector.ts";

// Only what the operator has set an address for imports this module, so that other processes don't load the SDK.

/** The SDK drops what comes in while so many records wait. The other bounds are for what each of them holds. */
const MAX_WAITING = 2_048;
const MAX_LINE_LENGTH = 16_000;
const MAX_BODY_LENGTH = 4_000;
/** Of a longer line, such as one with a long stack, only attributes go that are short, like a request's id. */
const SHORT_LENGTH = 200;
const SEND_EVERY_MS = 1_000;

const SEVERITIES: Record<number, SeverityNumber> = {
  10: SeverityNumber.TRACE,
  20: SeverityNumber.DEBUG,
  30: SeverityNumber.INFO,
  40: SeverityNumber.WARN,
  50: SeverityNumber.ERROR,
  60: SeverityNumber.FATAL,
};

/**
 * Starts to send the lines of this process's log by OTLP, as the log has written them: what it hides is hidden here, too.
 *
 * @returns what sends the last lines, for the end of the process
 */
export function startLogs(settings: ExportSettings, { name, log }: Exporting): StopExport {
  const exporter = new OTLPLogExporter({ url: settings.url, headers: settings.OTEL_EXPORTER_OTLP_HEADERS });
  warnOfFailures(exporter, { log, what: "log records" });
  const provider = new LoggerProvider({
    resource: resourceOf(settings, name),
    processors: [
      new BatchLogRecordProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, maxQueueSize: MAX_WAITING }),
    ],
  });
  const logger = provider.getLogger("docsteward");
  setLogSink((line) => logger.emit({ ...toRecord(line, name), context: contextOf(currentSpan().traceparent) }));
  return (isLate) => {
    setLogSink(undefined);
    return withinStopTime(provider.shutdown(), isLate);
  };
}

/**
 * A line of the log, which was just written, as a record. Its fields keep their names.
 *
 * @param name of the log
 */
function toRecord(line: string, name: string): LogRecord {
  // A caller may give a field of any name, so none is sure to be of its type.
  const { level, time: _, msg, trace_id, span_id, ...rest } = JSON.parse(line) as Record<string, AnyValue>;
  const isLong = line.length > MAX_LINE_LENGTH;
  const inResource: Record<string, AnyValue> = { name, pid: process.pid, hostname: hostname() };
  const attributes = Object.entries(rest).filter(
    ([key, value]) => inResource[key] !== value && (!isLong || JSON.stringify(value).length <= SHORT_LENGTH),
  );
  // The SDK takes a number from before the start of the process, as after a change of the clock, for a time since the start.
  const now = new Date();
  const body = typeof msg === "string" ? msg : JSON.stringify(msg);
  return {
    timestamp: now,
    observedTimestamp: now,
    severityNumber: SEVERITIES[Number(level)],
    severityText: pino.levels.labels[Number(level)],
    body: body?.slice(0, MAX_BODY_LENGTH),
    attributes: Object.fromEntries(attributes),
  };
}
