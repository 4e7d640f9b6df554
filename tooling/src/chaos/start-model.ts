import { type ModelServer, startModelServer } from "@docsteward/model-script/start-model-server";
import { createRandom } from "./create-random.ts";
import { nextTurn } from "./next-turn.ts";

/** A request of the model: which job, how many answers its conversation held, and when it came (Unix time). */
export type ModelCall = { job: string; turn: number; atMs: number };

export type ChaosModel = { server: ModelServer; calls: ModelCall[] };

const FASTEST_MS = 100;
const SLOWEST_MS = 400;

/** A model that takes its time, so that most strikes hit in the middle of a call, and remembers who asked for what. */
export async function startModel(seed: string): Promise<ChaosModel> {
  const calls: ModelCall[] = [];
  const server = await startModelServer(
    (request) => {
      const next = nextTurn(request);
      if (next === null) return undefined;
      const { turn } = request;
      calls.push({ job: next.job, turn, atMs: Date.now() });
      const delayMs = createRandom(`${seed}/${next.job}/${turn}`).between(FASTEST_MS, SLOWEST_MS);
      return { ...next.turn, delayMs };
    },
    { keepRequests: false },
  );
  return { server, calls };
}
