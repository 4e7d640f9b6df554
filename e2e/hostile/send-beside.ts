import { fork } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { lowerPriority } from "@docsteward/platform/priority";
import { createRandom } from "../chaos/random.ts";
import { type HostileService, type HostileTenant, makeHostileTenant } from "./hostile-tenant.ts";
import { listInputs } from "./list-inputs.ts";
import { sendOne } from "./send-one.ts";

type Order = {
  service: HostileService;
  variables: Record<string, string | undefined>;
  names: string[];
  /** The order of the inputs. */
  seed: string;
};

/** An input that was sent, and when. */
export type SentInput = { name: string; fromMs: number; toMs: number };

/** Sends for some seconds, as often as it is asked to. */
export type Sender = AsyncDisposable & {
  send(seconds: number): Promise<SentInput[]>;
  /** Sends nothing, and takes as much CPU time of this machine as it took for what it sent last. */
  compute(seconds: number): Promise<void>;
};

type Turn = { seconds: number; isSending: boolean };

const LANES = 2;
/** One piece of computing: as long as a sender is busy without a pause. */
const SLICE_MS = 10;

/**
 * Starts a sender of inputs in a random order. It stands for machines elsewhere, so it is a process in a session of its own that gets what
 * the service leaves of this machine.
 *
 * @returns once its tenant exists: what follows is nothing but inputs
 */
export async function startSender(order: Order, signal: AbortSignal): Promise<Sender> {
  const child = fork(fileURLToPath(import.meta.url), { detached: true, signal, execArgv: [] });
  // An abort ends it, and its caller reports that.
  child.on("error", () => undefined);
  const next = async () => {
    const gone = new AbortController();
    const onExit = () => gone.abort(new Error("The sender ended."));
    child.once("exit", onExit);
    try {
      const [message] = await once(child, "message", { signal: AbortSignal.any([signal, gone.signal]) });
      return message as SentInput[];
    } finally {
      child.off("exit", onExit);
    }
  };
  child.send(order);
  await next();
  return {
    send: (seconds) => {
      child.send({ seconds, isSending: true } satisfies Turn);
      return next();
    },
    compute: async (seconds) => {
      child.send({ seconds, isSending: false } satisfies Turn);
      await next();
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null || !child.connected) return;
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}

/** Sends inputs on some lanes, in turns that go on where the last one ended. */
function createLanes(tenant: HostileTenant, { names, seed }: Order) {
  const random = createRandom(seed);
  const inputs = listInputs().filter(({ name }) => names.includes(name));
  let queue: typeof inputs = [];
  return async (seconds: number): Promise<SentInput[]> => {
    const over = AbortSignal.timeout(seconds * 1_000);
    const sent: SentInput[] = [];
    const lane = async () => {
      while (!over.aborted) {
        if (queue.length === 0) queue = random.shuffle(inputs);
        const input = queue.pop();
        if (input === undefined) return;
        const fromMs = Date.now();
        await sendOne(tenant, input, over).catch(() => undefined);
        sent.push({ name: input.name, fromMs, toMs: Date.now() });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return sent;
  };
}

/** Keeps a processor busy for a share of the time. */
async function compute(seconds: number, share: number): Promise<SentInput[]> {
  const over = Date.now() + seconds * 1_000;
  while (Date.now() < over) {
    const busyUntil = performance.now() + SLICE_MS;
    while (performance.now() < busyUntil);
    await wait((SLICE_MS * (1 - share)) / Math.max(share, 0.01));
  }
  return [];
}

if (import.meta.main) {
  lowerPriority(constants.priority.PRIORITY_LOW);
  const [first] = await once(process, "message");
  const order = first as Order;
  const starting = makeHostileTenant(order.service, order.variables);
  process.on("disconnect", async () => {
    await starting.then((started) => started[Symbol.asyncDispose]()).catch(() => undefined);
    process.exit();
  });
  const tenant = await starting;
  const send = createLanes(tenant, order);
  let share = 0;
  process.on("message", async ({ seconds, isSending }: Turn) => {
    const before = process.cpuUsage();
    const sent = isSending ? await send(seconds) : await compute(seconds, share);
    const { user, system } = process.cpuUsage(before);
    if (isSending) share = Math.min((user + system) / (seconds * 1_000_000), 1);
    process.send?.(sent);
  });
  process.send?.([]);
}
