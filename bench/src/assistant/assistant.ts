import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { NOUNS } from "../repository/words.ts";
import { startBareNext } from "../service/start-bare-next.ts";
import { memoryOfStreams } from "./memory-of-streams.ts";
import { type Measured, reportAssistant, type Side } from "./report-assistant.ts";
import { bareRoute, startAssistant } from "./start-assistant.ts";
import { type StreamTarget, streamLoad } from "./stream-load.ts";

const ROUNDS = 5;
const PIECES = 100;
const TEXT = "A quota is restored with the region's own key. ".repeat(13).slice(0, PIECES * 6);
const HELD = "hold";
/** Concurrent streams, and how many in all. */
const LOADS = {
  one: { parallel: 1, streams: 60 },
  some: { parallel: 32, streams: 320 },
  many: { parallel: 200, streams: 400 },
};
const HELD_STREAMS = 200;

/**
 * What the assistant costs beside its model: key, limits, retrieval, the thread, the checks of links, the list of what may leave
 * and the keeping of the stream, beside a bare Next route with the library's `streamText` and stock response.
 */
export async function assistant({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  let gate = Promise.withResolvers<void>();
  await using model = await startModelServer(
    ({ lastUserText }) => ({
      text: TEXT,
      pieces: PIECES,
      ...(lastUserText.includes(`How do I ${HELD}`) && { until: gate.promise }),
    }),
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
    streamLoad(sides[side].target("restore"), { ...LOADS[name], answer: { text: TEXT, pieces: PIECES } });
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
  const taken = await inTurns<Side, Measured>(rounds, { bare: measure("bare"), service: measure("service") }, (round) =>
    onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  return reportAssistant({ taken, memory, pieces: PIECES, loads: LOADS, held: HELD_STREAMS });
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
