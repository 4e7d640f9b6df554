import { createHmac } from "node:crypto";
import type { App, State } from "../state.ts";
import type { Delivery } from "./delivery.ts";

const TIMEOUT_MS = 10_000;

/** Sends an event to where its App listens, signed. Ends also when nobody answers: GitHub never tries again by itself. */
export function deliver(state: State, app: App, delivery: Delivery): Promise<void> {
  const { webhookUrl } = app;
  if (webhookUrl === null) return Promise.resolve();
  const sent = send(app, webhookUrl, delivery)
    .catch(() => null)
    .then((status) => {
      delivery.answers.push(status);
      state.pendingDeliveries.delete(sent);
    });
  state.pendingDeliveries.add(sent);
  return sent;
}

async function send(app: App, webhookUrl: string, { guid, event, body }: Delivery): Promise<number> {
  const response = await fetch(webhookUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/forge",
      "x-github-delivery": guid,
      "x-github-event": event,
      "x-github-hook-id": `${app.id}`,
      "x-github-hook-installation-target-id": `${app.id}`,
      "x-github-hook-installation-target-type": "integration",
      "x-hub-signature-256": `sha256=${createHmac("sha256", app.webhookSecret).update(body).digest("hex")}`,
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}
