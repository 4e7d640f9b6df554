import { Agent, type IncomingMessage, request } from "node:http";
import { processCpuMs, processMemory } from "../measure/process-memory.ts";

/** A question, sent again and again; `body` gives the text of each. */
export type StreamTarget = { url: string; headers: Record<string, string>; body(): string };

export type StreamLoad = {
  /** Of each stream, from its sending to the first text of its answer. */
  firstTextMs: number[];
  /** Of those that the model said, however many went out together. */
  piecesPerSecond: number;
  /** What the process took for each answer, all of its threads; null where the system does not say. */
  cpuMs: number | null;
};

const DELTA = /"type":"text-delta"[^\n]*?"delta":("(?:[^"\\]|\\.)*")/g;

/**
 * Asks over a number of connections that stay open, each time as soon as the answer before has ended.
 *
 * @param pid the process that answers
 * @param answer what each answer says, and in how many pieces the model says it
 * @throws Error when one is not 200, or says anything else
 */
export async function streamLoad(
  target: StreamTarget,
  {
    pid,
    parallel,
    streams,
    answer,
  }: { pid: number; parallel: number; streams: number; answer: { text: string; pieces: number } },
): Promise<StreamLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const firstTextMs: number[] = [];
  let left = streams;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const startMs = performance.now();
      const { text, firstMs } = await readStream(await ask(target, agent));
      if (text !== answer.text) throw new Error(`${target.url} answered: ${text}`);
      firstTextMs.push(firstMs - startMs);
    }
  };
  const cpuBefore = await processCpuMs(pid);
  const startMs = performance.now();
  await Promise.all(Array.from({ length: parallel }, work));
  const seconds = (performance.now() - startMs) / 1_000;
  const cpuAfter = await processCpuMs(pid);
  agent.destroy();
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / streams;
  return { firstTextMs, piecesPerSecond: (streams * answer.pieces) / seconds, cpuMs };
}

/** Sends one question. Resolves when the answer's head arrives. */
async function ask({ url, headers, body }: StreamTarget, agent: Agent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, agent });
  sent.once("response", resolve).once("error", reject).end(body());
  const response = await promise;
  if (response.statusCode === 200) return response;
  let text = "";
  for await (const part of response) text += part;
  throw new Error(`${url} answered ${response.statusCode}: ${text}`);
}

/** Reads the text of a whole answer, and when its first words came. */
async function readStream(response: IncomingMessage): Promise<{ text: string; firstMs: number }> {
  let firstMs = 0;
  let stream = "";
  response.setEncoding("utf8");
  for await (const part of response) {
    stream += part;
    if (firstMs === 0 && stream.includes('"text-delta"')) firstMs = performance.now();
  }
  const text = [...stream.matchAll(DELTA)].map(([, delta = ""]) => JSON.parse(delta) as string).join("");
  return { text, firstMs };
}

/**
 * How long a reader waits for a sign of life while the model is silent: of each question, from its sending to the first activity.
 *
 * @param target asks what the model does not answer before `release`
 */
export async function activityTimes(
  target: StreamTarget,
  { count, release }: { count: number; release: () => void },
): Promise<number[]> {
  const agent = new Agent();
  const times: number[] = [];
  const ends: Promise<unknown>[] = [];
  for (let number = 0; number < count; number += 1) {
    const startMs = performance.now();
    const response = await ask(target, agent);
    const seen = Promise.withResolvers<void>();
    let stream = "";
    response.setEncoding("utf8").on("data", (part) => {
      stream += part;
      if (stream.includes('"data-activity"')) seen.resolve();
    });
    const ended = new Promise<void>((resolve) => response.once("end", resolve).once("close", resolve));
    ends.push(ended);
    await Promise.race([seen.promise, ended]);
    times.push(performance.now() - startMs);
  }
  release();
  await Promise.all(ends);
  agent.destroy();
  return times;
}

/**
 * What a stream takes that is open and waits for the model: resident memory of the process with many of them, less what it was
 * before, by their number.
 *
 * @param target asks what the model does not finish answering before `release`
 * @returns bytes a stream; null where the system does not tell
 */
export async function memoryOfStreams(
  target: StreamTarget,
  { pid, count, release }: { pid: number; count: number; release: () => void },
): Promise<number | null> {
  const agent = new Agent();
  const before = await processMemory(pid);
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await ask(target, agent);
      const first = Promise.withResolvers<void>();
      response.once("data", () => first.resolve());
      await first.promise;
      return response;
    }),
  );
  const during = await processMemory(pid);
  release();
  await Promise.all(
    answers.map((response) => new Promise((resolve) => response.once("end", resolve).once("close", resolve))),
  );
  agent.destroy();
  return before && during && (during.process - before.process) / count;
}
