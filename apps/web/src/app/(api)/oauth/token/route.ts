import { exchangeToken, type TokenForm } from "@docsteward/services/oauth/token";
import { oauthRoute } from "#server/oauth-route.ts";

/** Gives a program its tokens (RFC 6749), for a code or for a refresh token. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = oauthRoute(
  { name: "token", takes: "form" },
  (ctx, form) => exchangeToken(ctx, form as TokenForm),
);
