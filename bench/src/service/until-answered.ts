import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;
const MAX_TRIES = 300;

/** Posts until the answer is good: the index of a new site is built by the worker, soon after the site was made. */
export async function untilAnswered(call: { url: string; key: string; body: unknown }): Promise<void> {
  const headers = { authorization: `Bearer ${call.key}`, "content-type": "application/json" };
  const body = JSON.stringify(call.body);
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(call.url, { method: "POST", headers, body });
    if (response.ok) return;
    if (tries === MAX_TRIES) throw new Error(`${call.url} answered ${response.status}: ${await response.text()}`);
    await sleep(POLL_MS);
  }
}
