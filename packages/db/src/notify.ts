import type { Reporter } from "@docsteward/platform/log";
import pg from "pg";
import type { Transaction } from "./client.ts";
import { messageOf } from "./database-error.ts";

/**
 * `job`: a job has new events. `cancel`: a job was cancelled and its worker should stop. The payload is the job's id.
 * `access`: something that decides over calls has changed (keys, limits, projects); the database itself tells it, without a payload.
 * `site`: another version of a site's pages answers. The payload is the project's id.
 * `stream`: answers on their way have got on. The payload is their ids, with commas between; empty is any of them.
 */
export type Channel = "job" | "cancel" | "access" | "site" | "stream";

/** Subscriptions to PostgreSQL's NOTIFY over one connection. */
export type Notifier = {
  /**
   * Calls `onPayload` for each notification. After a lost connection it is called with null once: some may have been missed.
   *
   * @returns a function that ends the subscription
   */
  subscribe(channel: Channel, onPayload: (payload: string | null) => void): () => void;
  close(): Promise<void>;
};

type Listeners = Record<Channel, Set<(payload: string | null) => void>>;

const CHANNELS: readonly Channel[] = ["job", "cancel", "access", "site", "stream"];
const MAX_RETRY_MS = 5_000;

/** Tells every process; delivered when `tx` commits, and never otherwise. */
export async function notify(tx: Transaction, channel: Channel, payload: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${`docsteward_${channel}`}, ${payload})`;
}

/**
 * Listens on one connection of its own, for the whole process, and connects again when it is lost.
 *
 * A subscription is a hint to look, never the only way to learn something: a slow poll must stand behind it.
 */
export async function openNotifier(options: { url: string; log: Reporter }): Promise<Notifier> {
  const listeners: Listeners = {
    job: new Set(),
    cancel: new Set(),
    access: new Set(),
    site: new Set(),
    stream: new Set(),
  };
  const state = { isClosed: false, client: null as pg.Client | null, timer: undefined as NodeJS.Timeout | undefined };

  const deliver = (channel: string, payload: string | null) => {
    for (const listener of listeners[channel.replace("docsteward_", "") as Channel] ?? []) listener(payload);
  };

  const connect = async () => {
    const client = new pg.Client({ connectionString: options.url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    client.on("notification", ({ channel, payload }) => deliver(channel, payload ?? ""));
    client.on("error", () => undefined);
    await client.connect();
    for (const channel of CHANNELS) await client.query(`LISTEN docsteward_${channel}`);
    if (state.isClosed) return client.end();
    state.client = client;
    client.once("end", () => {
      if (!state.isClosed) reconnect(100);
    });
  };

  const reconnect = (delayMs: number) => {
    state.timer = setTimeout(async () => {
      try {
        await connect();
        for (const channel of CHANNELS) deliver(channel, null);
      } catch (error) {
        options.log.warn({ error: messageOf(error) }, "notifications lost, reconnecting");
        if (!state.isClosed) reconnect(Math.min(delayMs * 2, MAX_RETRY_MS));
      }
    }, delayMs);
  };

  await connect();
  return {
    subscribe(channel, onPayload) {
      listeners[channel].add(onPayload);
      return () => listeners[channel].delete(onPayload);
    },
    async close() {
      state.isClosed = true;
      clearTimeout(state.timer);
      await state.client?.end();
    },
  };
}
