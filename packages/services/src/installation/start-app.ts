import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { seal } from "../secret/seal.ts";
import { canSendEvents } from "./can-send-events.ts";
import { type AppActor, requireAppOwner } from "./require-app-owner.ts";

export type AppStart = {
  /** Where the browser sends the manifest to, as a form with the one field `manifest`. */
  action: string;
  /** JSON */
  manifest: string;
};

const STATE_MINUTES = 60;
const MINUTE_MS = 60_000;
const ACCOUNT = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const EVENTS = ["push", "pull_request", "issue_comment", "repository"];

/** What a state says, sealed: whose it is, until when, and which page they came from. */
export type AppState = { by: string; until: string; back: string };
export const statePurpose = { name: "github-state", rowId: "app" } as const;
/** Whose a state is. */
export const nameOf = (actor: AppActor) => (actor.kind === "user" ? actor.userId : "operator");

/**
 * Begins to connect a GitHub App: what the browser has to take to GitHub, where a person confirms it with one click.
 *
 * @param input.account the organization at GitHub that will own the App; the person's own account unless told
 * @param input.back path of the page to come back to in the end
 * @throws AppError `role_too_low`; `conflict` when there is an App already
 */
export async function startApp(
  services: Services,
  { actor, account, back }: { actor: AppActor; account?: string; back: string },
): Promise<AppStart> {
  await requireAppOwner(services, actor);
  if (services.github.isConfigured) {
    throw new AppError(
      "conflict",
      "The App is set by GITHUB_APP_ID. Remove that variable to connect another App here.",
    );
  }
  if (await services.github.current()) {
    throw new AppError("conflict", "A GitHub App is already connected. Disconnect it first.");
  }
  if (account !== undefined && !ACCOUNT.test(account)) {
    throw new AppError("invalid_request", `"${account}" isn't a valid GitHub organization name.`);
  }
  const until = new Date(services.clock.now().getTime() + STATE_MINUTES * MINUTE_MS).toISOString();
  const said: AppState = { by: nameOf(actor), until, back: /^\/(?!\/)/.test(back) ? back : "/" };
  const state = seal(services.keySecret, statePurpose, JSON.stringify(said));
  const web = services.github.webUrl;
  const owner = account === undefined ? "" : `/organizations/${account}`;
  return {
    action: `${web}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`,
    manifest: JSON.stringify(toManifest(services.baseUrl, canSendEvents({ from: web, to: services.baseUrl }))),
  };
}

function toManifest(baseUrl: string, hasEvents: boolean) {
  const { host } = new URL(baseUrl);
  return {
    name: `Docsteward ${host}`.slice(0, 34),
    url: baseUrl,
    redirect_url: `${baseUrl}/settings/github/callback`,
    setup_url: `${baseUrl}/settings/github/installed`,
    setup_on_update: true,
    public: false,
    // Issues: comments on pull requests are told of to those alone who may read issues.
    default_permissions: { contents: "write", pull_requests: "write", issues: "read", metadata: "read" },
    ...(hasEvents
      ? { hook_attributes: { url: `${baseUrl}/api/github/webhooks`, active: true }, default_events: EVENTS }
      : {}),
  };
}
