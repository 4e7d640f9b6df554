import { fork } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { lowerPriority } from "@docsteward/platform/priority";
import { createRandom } from "../chaos/random.ts";
import { type HostileService, makeHostileTenant } from "./hostile-tenant.ts";
import { listInputs } from "./list-inputs.ts";
import { sendOne } from "./send-one.ts";

type Order = {
  service: HostileService;
  variables: Record<string, string | undefined>;
  names: string[];
  /** The order of the inputs. */
  seed: string;
  seconds: number;
};

const LANES = 2;

/**
 * Sends inputs in a random order, for some seconds. The sender stands for machines elsewhere, so it is a process in a session of its own
 * that gets what the service leaves of this machine.
 *
 * @returns how many inputs were sent
 */
export async function sendBeside(order: Order, signal: AbortSignal): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), { detached: true, signal, execArgv: [] });
  child.send(order);
  const [[sent]] = await Promise.all([once(child, "message", { signal }), once(child, "exit", { signal })]);
  return sent as number;
}

async function send({ service, variables, names, seed, seconds }: Order): Promise<number> {
  await using tenant = await makeHostileTenant(service, variables);
  const over = AbortSignal.timeout(seconds * 1_000);
  const random = createRandom(seed);
  const inputs = listInputs().filter(({ name }) => names.includes(name));
  let queue: typeof inputs = [];
  let sent = 0;
  const lane = async () => {
    while (!over.aborted) {
      if (queue.length === 0) queue = random.shuffle(inputs);
      const input = queue.pop();
      if (input === undefined) return;
      sent += 1;
      await sendOne(tenant, input, over).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return sent;
}

if (import.meta.main) {
  process.on("disconnect", () => process.exit());
  lowerPriority(constants.priority.PRIORITY_LOW);
  const [order] = await once(process, "message");
  const sent = await send(order as Order);
  process.send?.(sent, () => process.exit());
}
