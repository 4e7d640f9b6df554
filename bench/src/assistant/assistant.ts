import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { formatBytes, formatMs, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { NOUNS } from "../repository/write-text.ts";
import { startBareNext } from "../service/start-bare-next.ts";
import { bareRoute, startAssistant } from "./start-assistant.ts";
import { activityTimes, memoryOfStreams, type StreamLoad, type StreamTarget, streamLoad } from "./stream-load.ts";

const ROUNDS = 5;
const PIECES = 100;
const TEXT = "A quota is restored with the region's own key. ".repeat(13).slice(0, PIECES * 6);
const HELD = "hold";
const SILENT = "await";
const SILENT_STREAMS = 20;
/** Concurrent streams, and how many in all. */
const LOADS = {
  one: { parallel: 1, streams: 60 },
  some: { parallel: 32, streams: 320 },
  // As many as one organization may have.
  many: { parallel: 100, streams: 400 },
};
const HELD_STREAMS = 100;

/**
 * What the assistant costs beside its model: key, limits, retrieval, the thread, the checks of links, the list of what may leave
 * and the keeping of the stream, beside a bare Next route with the library's `streamText` and stock response.
 */
export async function assistant({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  let gate = Promise.withResolvers<void>();
  await using model = await startModelServer(
    async ({ lastUserText }) => {
      if (lastUserText.includes(`How do I ${SILENT}`)) await gate.promise;
      const isHeld = lastUserText.includes(`How do I ${HELD}`);
      return { text: TEXT, pieces: PIECES, ...(isHeld && { until: gate.promise }) };
    },
    { keepRequests: false },
  );
  await using service = await startAssistant({ dataDir, folder: run.path, modelUrl: model.url, onLine });
  onLine("Building the bare Next route …");
  await using bare = await startBareNext(join(run.path, "bare-next"), { "app/ask/route.js": bareRoute(model.url) });
  const sides: Record<Side, { pid: number; target: (what: string) => StreamTarget }> = {
    bare: {
      pid: bare.pid,
      target: (what) => ({ url: `${bare.url}/ask`, headers: {}, body: bodies(what) }),
    },
    service: {
      pid: service.pid,
      target: (what) => ({
        url: service.url,
        headers: { authorization: `Bearer ${service.key}` },
        body: bodies(what),
      }),
    },
  };
  const load = (side: Side, name: keyof typeof LOADS) =>
    streamLoad(sides[side].target("restore"), {
      ...LOADS[name],
      pid: sides[side].pid,
      answer: { text: TEXT, pieces: PIECES },
    });
  const measure = (side: Side) => async (): Promise<Measured> => ({
    one: await load(side, "one"),
    some: await load(side, "some"),
    many: await load(side, "many"),
  });
  // Before the loads: what a process has once taken, it keeps.
  const measureMemory = async (side: Side) => {
    await load(side, "one");
    gate = Promise.withResolvers();
    const { pid, target } = sides[side];
    return memoryOfStreams(target(HELD), { pid, count: HELD_STREAMS, release: gate.resolve });
  };
  const memory = { bare: await measureMemory("bare"), service: await measureMemory("service") };
  gate = Promise.withResolvers();
  const silent = { count: SILENT_STREAMS, release: gate.resolve };
  const activityMs = await activityTimes(sides.service.target(SILENT), silent);
  const taken = await inTurns<Side, Measured>(rounds, { bare: measure("bare"), service: measure("service") }, (round) =>
    onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  return reportAssistant({ taken, memory, activityMs, pieces: PIECES, loads: LOADS, held: HELD_STREAMS });
}

let asked = 0;

/** Questions that are all different: what is remembered of one helps no other. */
function bodies(what: string): () => string {
  return () => {
    const [of, kind] = [asked % NOUNS.length, Math.floor(asked / NOUNS.length) % NOUNS.length];
    asked += 1;
    return toBody(`How do I ${what} a ${NOUNS[kind]} of a ${NOUNS[of]}?`);
  };
}

/** What the hooks of a chat client send: with an id of its own, under which the service keeps the stream. */
function toBody(question: string): string {
  return JSON.stringify({
    id: randomBytes(12).toString("hex"),
    trigger: "submit-message",
    fp: "anonymous",
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text: question }] }],
  });
}

type Side = "bare" | "service";
type LoadName = "one" | "some" | "many";
/** One round of one side. */
type Measured = Record<LoadName, StreamLoad>;

export type AssistantFigures = {
  taken: Record<Side, Measured[]>;
  /** Bytes an open stream; null where the system does not tell. */
  memory: Record<Side, number | null>;
  /** From a question to the first activity of the service, while the model is silent. */
  activityMs: number[];
  pieces: number;
  loads: Record<LoadName, { parallel: number; streams: number }>;
  held: number;
};

const WANTED_MORE_MS = 10;
const WANTED_RATIO = 0.85;
const WANTED_CPU_RATIO = 1.4;
const WANTED_ACTIVITY_MS = 100;

function reportAssistant({ taken, memory, activityMs, pieces, loads, held }: AssistantFigures): Report {
  const firstText = (side: Side, name: LoadName) =>
    summarize(taken[side].map((round) => summarize(round[name].firstTextMs).median));
  const rate = (side: Side, name: LoadName) => summarize(taken[side].map((round) => round[name].piecesPerSecond));
  const cpu = (side: Side, name: LoadName) => summarize(taken[side].map((round) => round[name].cpuMs ?? Number.NaN));
  const activity = summarize(activityMs);
  const perSecond = (value: number) => `${Math.round(value)}/s`;
  const at = (name: LoadName) => `${loads[name].parallel} in parallel`;
  const names = Object.keys(loads) as LoadName[];
  const moreMs = firstText("service", "one").median - firstText("bare", "one").median;
  const ratio = rate("service", "some").median / rate("bare", "some").median;
  const cpuRatio = cpu("service", "some").median / cpu("bare", "some").median;
  const row = (label: string, of: (side: Side) => ReturnType<typeof summarize>, format: (value: number) => string) => [
    label,
    ...formatSummary(of("bare"), format),
    ...formatSummary(of("service"), format),
    (of("service").median / of("bare").median).toFixed(2),
  ];
  return {
    name: "assistant",
    title: "An answer's stream beside the model",
    columns: ["", "bare Next route", "min – max", "service", "min – max", "ratio"],
    rows: [
      ...names.map((name) => row(`first text, ${at(name)}`, (side) => firstText(side, name), formatMs)),
      ...names.map((name) => row(`pieces of text, ${at(name)}`, (side) => rate(side, name), perSecond)),
      ...names.map((name) => row(`CPU of an answer, ${at(name)}`, (side) => cpu(side, name), formatMs)),
      row(
        `memory of an open stream, ${held} in parallel`,
        (side) => summarize([memory[side] ?? Number.NaN]),
        formatBytes,
      ),
    ],
    reaches: [
      {
        wanted: `the first text at most ${WANTED_MORE_MS} ms later at the median, one stream at a time`,
        measured: `${moreMs.toFixed(1)} ms later`,
        isMet: moreMs <= WANTED_MORE_MS,
      },
      {
        wanted: `at least ${WANTED_RATIO} of the bare route's pieces a second, ${at("some")}`,
        measured: ratio.toFixed(2),
        isMet: ratio >= WANTED_RATIO,
      },
      {
        wanted: `at most ${WANTED_CPU_RATIO} times the bare route's CPU, ${at("some")}`,
        measured: cpuRatio.toFixed(2),
        isMet: cpuRatio <= WANTED_CPU_RATIO,
      },
      {
        wanted: `the first activity within ${WANTED_ACTIVITY_MS} ms at the median, while the model is silent`,
        measured: `${formatMs(activity.median)} (${formatMs(activity.min)} to ${formatMs(activity.max)})`,
        isMet: activity.median <= WANTED_ACTIVITY_MS,
      },
    ],
    notes: [
      `${taken.bare.length} rounds in turns after a warm-up; each answer is ${pieces} pieces of text, which the model sends without pauses, and every question is different. The service sends together what comes together.`,
      "The service checks the key and three limits, searches, stores the question and the answer, checks links, and keeps the stream for clients that come back.",
    ],
    figures: { ...taken, memory, activityMs },
  };
}
