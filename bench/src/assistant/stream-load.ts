import { Agent, type IncomingMessage, request } from "node:http";

/** A question, sent again and again; `body` gives the text of each. */
export type StreamTarget = { url: string; headers: Record<string, string>; body(): string };

export type StreamLoad = {
  /** Of each stream, from its sending to the first text of its answer. */
  firstTextMs: number[];
  chunksPerSecond: number;
  streamsPerSecond: number;
};

const DELTA = '"type":"text-delta"';

/**
 * Asks over a number of connections that stay open, each time as soon as the answer before has ended.
 *
 * @param chunks how many pieces of text each answer has
 * @throws Error when an answer is not 200, fails, or has another number of pieces
 */
export async function streamLoad(
  target: StreamTarget,
  { parallel, streams, chunks }: { parallel: number; streams: number; chunks: number },
): Promise<StreamLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const firstTextMs: number[] = [];
  let left = streams;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const startMs = performance.now();
      const { count, firstMs } = await readStream(await ask(target, agent));
      if (count !== chunks) throw new Error(`${target.url} answered ${count} pieces of text and not ${chunks}.`);
      firstTextMs.push(firstMs - startMs);
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: parallel }, work));
  const seconds = (performance.now() - startMs) / 1_000;
  agent.destroy();
  return { firstTextMs, chunksPerSecond: (streams * chunks) / seconds, streamsPerSecond: streams / seconds };
}

/** Sends one question. Its answer's head is there when this resolves. */
export async function ask({ url, headers, body }: StreamTarget, agent: Agent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, agent });
  sent.once("response", resolve).once("error", reject).end(body());
  const response = await promise;
  if (response.statusCode === 200) return response;
  let text = "";
  for await (const part of response) text += part;
  throw new Error(`${url} answered ${response.statusCode}: ${text}`);
}

/** Counts the pieces of text of a whole answer. */
async function readStream(response: IncomingMessage): Promise<{ count: number; firstMs: number }> {
  let firstMs = 0;
  let count = 0;
  let tail = "";
  response.setEncoding("utf8");
  for await (const part of response) {
    const text = tail + part;
    let from = 0;
    for (let at = text.indexOf(DELTA); at >= 0; at = text.indexOf(DELTA, from)) {
      count += 1;
      from = at + DELTA.length;
    }
    if (count > 0 && firstMs === 0) firstMs = performance.now();
    // What is left may be the beginning of one more.
    tail = text.slice(Math.max(from, text.length - DELTA.length + 1));
  }
  return { count, firstMs };
}
