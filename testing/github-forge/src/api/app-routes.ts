import { mintToken, type TokenRequest } from "../app/apps.ts";
import { installationHas } from "../auth/permissions.ts";
import { notFound } from "../github-error.ts";
import { presentApp, presentInstallation } from "../present/installation.ts";
import { presentRepository, toTime } from "../present/repository.ts";
import { ok } from "../server/http.ts";
import { type ApiRequest, paginate, type Route } from "../server/route.ts";
import type { App, Installation, State } from "../state.ts";

/** What an App asks as itself. */
export const APP_ROUTES: Route[] = [
  {
    operation: "GET /app",
    by: "app",
    answer: ({ state, caller }) => ok(presentApp(state, appOf(caller))),
  },
  {
    operation: "GET /app/installations",
    by: "app",
    answer: (request) => {
      const app = appOf(request.caller);
      const all = [...request.state.installations.values()].filter(({ appId }) => appId === app.id);
      return paginate(request, all, (page) => page.map((one) => presentInstallation(request.state, app, one)));
    },
  },
  {
    operation: "GET /app/installations/{installation_id}",
    by: "app",
    answer: (request) => presentOne(request, requireInstallation(request)),
  },
  {
    operation: "POST /app/installations/{installation_id}/access_tokens",
    by: "app",
    answer: (request) => {
      const { state, body } = request;
      const minted = mintToken(state, requireInstallation(request), body as TokenRequest);
      return ok(
        {
          token: minted.value,
          expires_at: toTime(minted.expiresAt),
          permissions: minted.permissions,
          repository_selection: minted.repositories ? "selected" : "all",
          ...(minted.repositories
            ? { repositories: minted.repositories.map((one) => presentRepository(state, one)) }
            : {}),
        },
        201,
      );
    },
  },
  {
    operation: "GET /repos/{owner}/{repo}/installation",
    by: "app",
    answer: (request) => {
      const { state, repository, caller } = request;
      return presentOne(
        request,
        findOf(state, appOf(caller), (one) => installationHas(one, repository)),
      );
    },
  },
  ...["GET /orgs/{org}/installation", "GET /users/{username}/installation"].map(
    (operation): Route => ({
      operation,
      by: "app",
      answer: (request) => {
        const login = `${request.params.org ?? request.params.username}`.toLowerCase();
        const { state, caller } = request;
        return presentOne(
          request,
          findOf(state, appOf(caller), ({ account }) => account.login.toLowerCase() === login),
        );
      },
    }),
  ),
];

function presentOne({ state, caller }: ApiRequest, installation: Installation | undefined) {
  if (!installation) throw notFound();
  return ok(presentInstallation(state, appOf(caller), installation));
}

function findOf(state: State, app: App, matches: (one: Installation) => boolean): Installation | undefined {
  return [...state.installations.values()].find((one) => one.appId === app.id && matches(one));
}

function requireInstallation({ state, caller, params }: ApiRequest): Installation {
  const installation = state.installations.get(Number(params.installation_id));
  if (!installation || installation.appId !== appOf(caller).id) throw notFound();
  return installation;
}

function appOf(caller: ApiRequest["caller"]): App {
  if (caller.kind !== "app") throw new Error("A caller other than an App reached a route for Apps.");
  return caller.app;
}

/** The last step of making an App from a manifest: its secrets, once, for a code. */
export const MANIFEST_ROUTES: Route[] = [
  {
    operation: "POST /app-manifests/{code}/conversions",
    by: "anyone",
    answer: ({ state, params }) => {
      const app = state.conversions.get(params.code ?? "");
      if (!app) throw notFound();
      state.conversions.delete(params.code ?? "");
      return ok(
        {
          ...presentApp(state, app),
          client_secret: app.clientSecret,
          webhook_secret: app.webhookSecret,
          pem: app.privateKey,
        },
        201,
      );
    },
  },
];
