import { notFound } from "../github-error.ts";
import { presentApp } from "../present/installation.ts";
import { ok } from "../server/answer.ts";
import type { Route } from "../server/route.ts";

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
