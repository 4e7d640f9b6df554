import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** One request of a model: when its first byte came and when the answer's last byte was handed to the system, `performance.now()`. */
export type ModelTurn = { arrivedMs: number; answeredMs: number };

type Exchange = { request: IncomingMessage; response: ServerResponse };

/**
 * Notes when requests reach a scripted model server of this process and when they are answered.
 *
 * Reads Node's own channels, so that the server stays the one the tests use and nothing stands between it and its client.
 *
 * @param url of the server; other servers of the process are not looked at
 */
export function watchModel(url: string): { turns: ModelTurn[]; stop(): void } {
  const port = Number(new URL(url).port);
  const turns: ModelTurn[] = [];
  const open = new WeakMap<IncomingMessage, number>();
  const onStart = (message: unknown) => {
    const { request } = message as Exchange;
    if (request.socket.localPort === port) open.set(request, performance.now());
  };
  const onFinish = (message: unknown) => {
    const { request } = message as Exchange;
    const arrivedMs = open.get(request);
    if (arrivedMs !== undefined) turns.push({ arrivedMs, answeredMs: performance.now() });
  };
  subscribe("http.server.request.start", onStart);
  subscribe("http.server.response.finish", onFinish);
  return {
    turns,
    stop: () => {
      unsubscribe("http.server.request.start", onStart);
      unsubscribe("http.server.response.finish", onFinish);
    },
  };
}

/** The time between an answer and the next request, for each step of one conversation: all that is not the model. */
export function gapsMs(turns: readonly ModelTurn[]): number[] {
  return turns.slice(1).map((turn, index) => turn.arrivedMs - (turns[index]?.answeredMs ?? turn.arrivedMs));
}
