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
  warnOfFailures,
  withinStopTime,
} from "./export-to-collector.ts";

// Only what the operator has set an address for imports this module, so that other processes don't load the SDK.

/** The SDK drops what comes in while so many records wait. Each is made of a line that isn't longer than the next bound. */
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
/** What a record holds elsewhere: in itself, in the resource, and in the trace that it belongs to. */
const NOT_ATTRIBUTES = new Set(["level", "time", "msg", "name", "pid", "hostname", "trace_id", "span_id"]);

/**
 * Starts to send the lines of this process's log by OTLP, as the log has written them: what it hides is hidden here, too.
 *
 * @returns what sends the last lines, for the end of the process
 */
export function startLogs(settings: ExportSettings, { name, log }: Exporting): () => Promise<void> {
  const exporter = new OTLPLogExporter({ url: settings.url, headers: settings.OTEL_EXPORTER_OTLP_HEADERS });
  warnOfFailures(exporter, { log, what: "log records" });
  const provider = new LoggerProvider({
    resource: resourceOf(settings, name),
    processors: [
      new BatchLogRecordProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, maxQueueSize: MAX_WAITING }),
    ],
  });
  const logger = provider.getLogger("docsteward");
  setLogSink((line) => logger.emit({ ...toRecord(line), context: contextOf(currentSpan().traceparent) }));
  return () => {
    setLogSink(undefined);
    return withinStopTime(provider.shutdown());
  };
}

/** A line of the log as a record. Its fields keep their names. */
function toRecord(line: string): LogRecord {
  const fields = JSON.parse(line) as Record<string, AnyValue> & { level: number; time: number; msg?: string };
  const isLong = line.length > MAX_LINE_LENGTH;
  const attributes = Object.entries(fields).filter(
    ([key, value]) => !NOT_ATTRIBUTES.has(key) && (!isLong || JSON.stringify(value).length <= SHORT_LENGTH),
  );
  return {
    timestamp: fields.time,
    severityNumber: SEVERITIES[fields.level],
    severityText: pino.levels.labels[fields.level],
    body: fields.msg?.slice(0, MAX_BODY_LENGTH),
    attributes: Object.fromEntries(attributes),
  };
}
