import { revokeToken, type TokenForm } from "@docsteward/services/oauth/token";
import { oauthRoute } from "#server/oauth-route.ts";

/** Ends a program's access (RFC 7009). */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = oauthRoute(
  { name: "revoke", takes: "form" },
  async (ctx, form) => {
    await revokeToken(ctx, form as TokenForm);
    return new Response(null, { status: 200 });
  },
);
