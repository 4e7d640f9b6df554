import { randomUUID } from "node:crypto";
import { installationHas } from "../auth/installation-has.ts";
import { presentAccount } from "../present/account.ts";
import { presentInstallation } from "../present/installation.ts";
import { presentRepository } from "../present/repository.ts";
import type { Account, App, Installation, Repository, State } from "../state.ts";
import { deliver } from "./deliver.ts";
import type { Delivery } from "./delivery.ts";

export type ForgeEvent = { event: string; action?: string; sender: Account; payload: Record<string, unknown> };

/** Tells every App that reaches a repository and listens to such events. */
export function emit(state: State, repository: Repository, event: ForgeEvent): void {
  for (const installation of state.installations.values()) {
    const app = state.apps.get(installation.appId);
    if (!app?.events.includes(event.event) || installation.suspendedAt) continue;
    if (!installationHas(installation, repository)) continue;
    send(state, app, event, {
      repository: presentRepository(state, repository),
      installation: { id: installation.id, node_id: `I_${installation.id}` },
    });
  }
}

/** Tells an App about its own installation, which it always hears. */
export function emitToInstallation(state: State, installation: Installation, event: ForgeEvent): void {
  const app = state.apps.get(installation.appId);
  if (app) send(state, app, event, { installation: presentInstallation(state, app, installation) });
}

function send(state: State, app: App, event: ForgeEvent, about: Record<string, unknown>): void {
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
