import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

export type Page = { url: string; headers: Record<string, string> };

/** Asks for a page one time after another over one connection. @returns how long each took to its last byte, in milliseconds */
export async function timePages({ url, headers }: Page, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const request = get(url, { headers, agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const body = await buffer(response);
    times.push(performance.now() - startedAt);
    if (response.statusCode !== 200) {
      throw new Error(`${url} answered ${response.statusCode}: ${body.toString("utf8").slice(0, 300)}`);
    }
  }
  agent.destroy();
  return times;
}
