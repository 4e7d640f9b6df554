import type { SystemContext } from "@docsteward/services/context";
import { recordDueNotifications } from "@docsteward/services/notification/schedule";
import { sendDueNotifications } from "@docsteward/services/notification/send";

const EVERY_MS = 5_000;
/** Budgets and digests are looked at in each twelfth round. */
const RECORD_EVERY = 12;

/** Sends people's notifications. Every worker does, one round after another; a message is claimed by one of them. */
export function startNotifications(
  services: SystemContext,
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): { stop(): void } {
  let isStopped = false;
  let round = 0;
  let timer: NodeJS.Timeout;
  const run = async () => {
    try {
      if (round % RECORD_EVERY === 0) await recordDueNotifications(services);
      await sendDueNotifications(services);
    } catch (error) {
      services.log.warn({ err: error }, "notifications could not be sent, retrying in the next round");
    }
    round += 1;
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(run, everyMs * (0.75 + Math.random() / 2)).unref();
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
