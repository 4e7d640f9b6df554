import { RegisterClient, registerClient } from "@docsteward/services/oauth/client";
import { OAuthError } from "@docsteward/services/oauth/oauth-error";
import { oauthRoute } from "#server/oauth-route.ts";

/** Registers a program without a metadata document (RFC 7591), as Cursor is. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = oauthRoute(
  { name: "register", takes: "json" },
  async (ctx, body) => {
    const { data, error } = RegisterClient.safeParse(body);
    if (error) {
      throw new OAuthError(
        "invalid_client_metadata",
        "Send `redirect_uris`, and `client_name` as a text of at most 200 characters.",
      );
    }
    const { id, name, redirectUris } = registerClient(ctx, data);
    const client = {
      client_id: id,
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
    return Response.json(client, { status: 201 });
  },
);
