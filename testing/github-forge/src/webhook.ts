import { createHmac, randomUUID } from "node:crypto";
import { installationHas } from "./auth/permissions.ts";
import { presentAccount } from "./present/account.ts";
import { presentInstallation } from "./present/installation.ts";
import { presentRepository } from "./present/repository.ts";
import type { Account, App, Delivery, Installation, Repository, State } from "./state.ts";

const TIMEOUT_MS = 10_000;

/** Sends a signed event to its App's address. Ends also without an answer: GitHub never retries by itself. */
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

type ForgeEvent = { event: string; action?: string; sender: Account; payload: Record<string, unknown> };

/** Tells every App that reaches a repository and listens to such events. */
export function emit(state: State, repository: Repository, event: ForgeEvent): void {
  for (const installation of state.installations.values()) {
    const app = state.apps.get(installation.appId);
    if (!app?.events.includes(event.event) || installation.suspendedAt) continue;
    if (!installationHas(installation, repository)) continue;
    sendEvent(state, app, event, {
      repository: presentRepository(state, repository),
      installation: { id: installation.id, node_id: `I_${installation.id}` },
    });
  }
}

/** Tells an App about its own installation, which it always hears. */
export function emitToInstallation(state: State, installation: Installation, event: ForgeEvent): void {
  const app = state.apps.get(installation.appId);
  if (app) sendEvent(state, app, event, { installation: presentInstallation(state, app, installation) });
}

function sendEvent(state: State, app: App, event: ForgeEvent, about: Record<string, unknown>): void {
  const { sender, action, payload } = event;
  const delivery: Delivery = {
    guid: randomUUID(),
    event: event.event,
    action: action ?? null,
    appId: app.id,
    body: JSON.stringify({
      ...(action === undefined ? {} : { action }),
      ...payload,
      ...about,
      sender: presentAccount(state, sender),
    }),
    answers: [],
  };
  state.deliveries.push(delivery);
  void deliver(state, app, delivery);
}
