import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";

export type Subscription = {
  /** Resolves with the time, as `performance.now()`, of the first message that contains this text. */
  untilSaid(words: string): Promise<number>;
  close(): void;
};

// Every page has a connection of its own, as a browser's stream has.
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Opens a subscription as the dashboard's pages do, and returns when the server has said that it stands. */
export async function openSubscription(
  { url, cookie }: { url: string; cookie: string },
  procedure: string,
  input: unknown,
): Promise<Subscription> {
  const address = `${url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const request = get(address, { agent, headers: { cookie, accept: "text/event-stream" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${procedure} answered ${response.statusCode}`);
  const waiting: { words: string; resolve(at: number): void }[] = [];
  const connected = Promise.withResolvers<void>();
  let unread = "";
  response.setEncoding("utf8");
  response.on("error", () => undefined);
  response.on("data", (chunk: string) => {
    const at = performance.now();
    unread += chunk;
    const end = unread.lastIndexOf("\n\n");
    if (end < 0) return;
    const messages = unread.slice(0, end);
    unread = unread.slice(end + 2);
    if (messages.includes("event: connected")) connected.resolve();
    for (const one of waiting.filter(({ words }) => messages.includes(words))) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(at);
    }
  });
  await connected.promise;
  return {
    untilSaid: (words) => new Promise((resolve) => waiting.push({ words, resolve })),
    close: () => {
      request.destroy();
    },
  };
}
