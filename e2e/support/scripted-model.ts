import type { ScriptTurn } from "@docsteward/model-script/script";
import { type ModelServer, startModelServer } from "@docsteward/model-script/start-model-server";

/** A turn, or a function that makes it when the model is asked: it may wait for something first. */
export type Turn = ScriptTurn | (() => Promise<ScriptTurn>);

export type ScriptedModel = {
  server: ModelServer;
  /** Plays these turns in the conversation whose text contains `word`. A request that is sent again gets the same turn. */
  play(word: string, turns: Turn[]): void;
};

/** A model server for all stories of a run, each with a conversation of its own. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const scripts = new Map<string, Turn[]>();
  const server = await startModelServer(async (request) => {
    const word = [...scripts.keys()].find((candidate) => request.text.includes(candidate));
    const turn = word === undefined ? undefined : scripts.get(word)?.[request.turn];
    return typeof turn === "function" ? turn() : turn;
  });
  return { server, play: (word, turns) => void scripts.set(word, turns) };
}
