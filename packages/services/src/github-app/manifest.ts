import { AppError } from "@docsteward/contract/error";
import { convertManifest } from "@docsteward/git/github/open-github-app";
import { z } from "zod";
import type { SystemContext } from "../context.ts";
import { type Secrets, seal, unseal } from "../secret/seal.ts";
import { requireAppOwner, toGitHubError } from "./app.ts";
import { storeApp } from "./connect.ts";
import { refreshInstallations } from "./installations.ts";

type AppStart = {
  /** Where the browser sends the manifest to, as a form with the one field `manifest`. */
  action: string;
  /** JSON */
  manifest: string;
};

const STATE_MINUTES = 60;
const MINUTE_MS = 60_000;
const ACCOUNT = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const EVENTS = ["push", "pull_request", "issues", "issue_comment", "repository"];

/** What a state says, sealed: whose it is, until when, and which page they came from. */
type AppState = { by: string; until: string; back: string };
const statePurpose = { name: "github-state", rowId: "app" } as const;
/** Whose a state is. */
const nameOf = ({ actor }: SystemContext) => (actor.kind === "user" ? actor.userId : "operator");

const State = z.string().max(2_000);

/** Input of `startAppManifest`: where the new GitHub App belongs. */
export type StartAppManifest = z.infer<typeof StartAppManifest>;
/** Input of `startAppManifest`, from the operator. */
export const StartAppManifest = z.object({
  /** The organization at GitHub that will own the App; without one, the person's own account. */
  account: z
    .string()
    .regex(ACCOUNT, { error: ({ input }) => `"${input}" isn't a valid GitHub organization name.` })
    .optional(),
  /** Path of the page to come back to in the end. */
  back: z.string().max(500),
});

/**
 * Begins to connect a GitHub App: what the browser has to take to GitHub, where a person confirms it with one click.
 *
 * @throws AppError `role_too_low`; `conflict` when there is an App already
 */
export async function startAppManifest(ctx: SystemContext, { account, back }: StartAppManifest): Promise<AppStart> {
  await requireAppOwner(ctx);
  if (ctx.github.isConfigured) {
    throw new AppError(
      "conflict",
      "The App is set by GITHUB_APP_ID. Remove that variable to connect another App here.",
    );
  }
  if (await ctx.github.current()) {
    throw new AppError("conflict", "A GitHub App is already connected. Disconnect it first.");
  }
  const until = new Date(ctx.clock.now().getTime() + STATE_MINUTES * MINUTE_MS).toISOString();
  const said: AppState = { by: nameOf(ctx), until, back: /^\/(?!\/)/.test(back) ? back : "/" };
  const state = seal(ctx.keySecret, statePurpose, JSON.stringify(said));
  const web = ctx.github.webUrl;
  const owner = account === undefined ? "" : `/organizations/${account}`;
  return {
    action: `${web}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`,
    manifest: JSON.stringify(toManifest(ctx.baseUrl, canReceiveEvents({ from: web, to: ctx.baseUrl }))),
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
    // Issues: to answer mentions there. GitHub also sends comments on pull requests only to Apps that may read issues.
    default_permissions: {
      contents: "write",
      pull_requests: "write",
      checks: "write",
      issues: "write",
      metadata: "read",
    },
    ...(hasEvents
      ? { hook_attributes: { url: `${baseUrl}/api/github/webhooks`, active: true }, default_events: EVENTS }
      : {}),
  };
}

/** Input of `completeAppManifest`: the code and the sealed state of GitHub's redirect. */
export type CompleteAppManifest = z.infer<typeof CompleteAppManifest>;
/** Query parameters with which GitHub returns from an App's creation. */
export const CompleteAppManifest = z.object({ code: z.string().max(200), state: State });

/**
 * Ends what `startApp` began: gets the App for the code that GitHub sent the browser back with, and keeps it.
 *
 * @returns where the App is installed next
 * @throws AppError `role_too_low` for a state that this person has not just begun with, `conflict` when there is an App already
 */
export async function completeAppManifest(
  ctx: SystemContext,
  { code, state }: CompleteAppManifest,
): Promise<{ installUrl: string }> {
  const organization = await requireAppOwner(ctx);
  openState(ctx, state);
  const made = await convertManifest({ apiUrl: ctx.github.apiUrl, code }).catch((error) => {
    throw toGitHubError(error);
  });
  await storeApp(ctx, { made, organization });
  return { installUrl: `${made.url}/installations/new?state=${encodeURIComponent(state)}` };
}

/** Input of `completeInstall`: the sealed state of GitHub's redirect; null for an installation started at GitHub. */
export type CompleteInstall = z.infer<typeof CompleteInstall>;
/** Query parameters with which GitHub returns from an App's installation. */
export const CompleteInstall = z.object({ state: State.nullable() });

/**
 * Takes up what a person has just changed at GitHub: where the App is installed, and what it may see there. Nothing that
 * the address says is believed, GitHub itself is asked.
 *
 * @returns path of the page to show next
 * @throws AppError as `refreshInstallations`
 */
export async function completeInstall(ctx: SystemContext, { state }: CompleteInstall): Promise<{ back: string }> {
  await refreshInstallations(ctx);
  return { back: state === null ? "/" : backOf(ctx, state) };
}

/** One that is too old leads nowhere in particular. */
function backOf(ctx: SystemContext, state: string): string {
  try {
    return openState(ctx, state).back;
  } catch {
    return "/";
  }
}

/**
 * Opens the state that GitHub sent a browser back with. A link that another person started would connect their App here.
 *
 * @throws AppError `role_too_low` for one that this person has not begun with within the hour
 */
function openState(ctx: SystemContext, state: string): AppState {
  const opened = tryOpen(ctx, state);
  if (opened?.by === nameOf(ctx) && new Date(opened.until) > ctx.clock.now()) return opened;
  throw new AppError("role_too_low", "This link is invalid or older than an hour. Connect the App again.");
}

function tryOpen(secrets: Secrets, state: string): AppState | null {
  try {
    return JSON.parse(unseal(secrets, statePurpose, state)) as AppState;
  } catch {
    // Forged, or sealed with another secret. The error is the same as for an expired one.
    return null;
  }
}

const CLOUD = /^(github\.com|[a-z0-9-]+\.ghe\.com)$/;
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;
/** Names that mean something in one network alone: addresses, those without a dot, and endings kept for such use. */
const PRIVATE = /^([\d.]+|\[.*\]|[^.]+|.*\.(local|internal|test|home\.arpa|lan))$/;

/**
 * Whether a GitHub can bring its events to this service. An App with a webhook that it cannot reach is not made at all.
 *
 * @param input.from where GitHub's pages are
 * @param input.to where people reach this service
 */
export function canReceiveEvents({ from, to }: { from: string; to: string }): boolean {
  const github = new URL(from).hostname;
  const { hostname, protocol } = new URL(to);
  if (LOOPBACK.test(hostname)) return LOOPBACK.test(github);
  // A self-hosted GitHub is in the operator's network, as this service is.
  return !CLOUD.test(github) || (protocol === "https:" && !PRIVATE.test(hostname));
}
