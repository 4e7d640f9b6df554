import { Agent, request } from "node:http";

/** One request, sent again and again. */
export type Target = { url: string; method: string; headers: Record<string, string>; body?: string };

export type Load = {
  /** Of each request, from its sending to the end of its answer. */
  latenciesMs: number[];
  perSecond: number;
};

/**
 * Sends a request over a number of connections that stay open, each time as soon as the answer before has come.
 *
 * @throws Error when an answer is not 200
 */
export async function load(
  target: Target,
  { connections, requests }: { connections: number; requests: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latenciesMs: number[] = [];
  let left = requests;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const startMs = performance.now();
      await send(target, agent);
      latenciesMs.push(performance.now() - startMs);
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - startMs) / 1_000;
  agent.destroy();
  return { latenciesMs, perSecond: requests / seconds };
}

async function send({ url, method, headers, body }: Target, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(url, { method, headers, agent }, (response) => {
    response.resume();
    response.once("error", reject);
    response.once("end", () => {
      if (response.statusCode === 200) resolve();
      else reject(new Error(`${method} ${url} answered ${response.statusCode}.`));
    });
  });
  sent.once("error", reject);
  sent.end(body);
  return promise;
}
