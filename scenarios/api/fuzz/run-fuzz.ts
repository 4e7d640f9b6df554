import type { OpenApiDocument } from "@docsteward/contract/openapi/document";
import { createJudge } from "@docsteward/web/testing/contract-checks";
import fc from "fast-check";
import { type FuzzRequest, type FuzzVocabulary, fuzzRequests } from "./fuzz-request.ts";
import { type RawAnswer, sendRaw } from "./send-raw.ts";

type FuzzOptions = {
  document: OpenApiDocument;
  vocabulary: FuzzVocabulary;
  port: number;
  requests: number;
  seed: number;
  /** Stands in everything of another tenant, and in nothing else. */
  secret: string;
};

type FuzzReport = {
  /** A sentence each, with the batch of the run that the request was in. */
  faults: string[];
  /** How many answers had each status; 0 means no answer. */
  statuses: Map<number, number>;
};

const BATCH = 100;
const AT_ONCE = 8;
const ENOUGH_FAULTS = 20;
/** What the server answers below the service, when a request is no HTTP. */
const BELOW = [400, 408, 413, 414, 417, 431];

/** Sends invalid requests, batch by batch. The same seed makes the same requests. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { document, vocabulary, seed } = options;
  const arbitrary = fuzzRequests(document, vocabulary);
  const judge = createJudge(document);
  const report: FuzzReport = { faults: [], statuses: new Map() };
  for (let sent = 0; sent < options.requests && report.faults.length < ENOUGH_FAULTS; sent += BATCH) {
    const batch = fc.sample(arbitrary, { seed: seed + sent, numRuns: BATCH });
    await inParallel(batch, async (request) => {
      const answer = await sendRaw(options.port, request).catch((error: Error) => error);
      const status = answer instanceof Error || answer === null ? 0 : answer.status;
      report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
      const faults = answer instanceof Error ? [answer.message] : faultsOf(request, answer);
      report.faults.push(...faults.map((fault) => `${fault}\n  batch ${seed + sent}: ${describe(request)}`));
    });
  }
  return report;

  function faultsOf(request: FuzzRequest, answer: RawAnswer | null): string[] {
    if (answer === null) return request.framing.startsWith("cut") || !request.isPlain ? [] : ["No answer"];
    const { status, headers, body, received } = answer;
    if (received.includes(options.secret)) return [`${status} tells of another tenant: ${received.slice(0, 300)}`];
    if (status >= 500) return [`${status}: ${body?.slice(0, 300)}`];
    if (!headers.has("x-request-id")) return BELOW.includes(status) ? [] : [`${status} without a request id`];
    if (!request.isPlain) return [];
    return judge({
      path: request.path,
      method: request.method,
      status,
      contentType: headers.get("content-type") ?? null,
      hasHeader: (name) => headers.has(name.toLowerCase()),
      body,
    });
  }
}

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

function describe({ method, target, headers, body, framing }: FuzzRequest): string {
  const shown = headers.map(([name, value]) => `${name}: ${value.slice(0, 80)}`).join(" | ");
  return `${method} ${target.slice(0, 150)} | ${shown} | ${framing} ${body?.length ?? 0} bytes ${JSON.stringify(body?.toString("utf8", 0, 150))}`;
}
