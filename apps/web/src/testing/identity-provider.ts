import { createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Who signs in at the provider. */
export type Identity = { id: number; name: string; email: string; isVerified: boolean; groups?: string[] };

export type IdentityProvider = AsyncDisposable & {
  url: string;
  /** What a person does at the provider: allows the sign-in. @returns where the provider sends them back to */
  allow(authorizeUrl: string, identity: Identity): URL;
};

/** A provider that speaks OpenID Connect, and GitHub's own way, over real HTTP. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const granted = new Map<string, { identity: Identity; nonce: string | null; clientId: string }>();
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request).catch((error: Error) => ({ error: error.message }));
    response.writeHead("error" in answer ? 400 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const grantOf = (code: string) => {
    const grant = granted.get(code);
    if (!grant) throw new Error("invalid_grant");
    return grant;
  };

  async function answerTo(request: IncomingMessage): Promise<object> {
    const path = request.url ?? "";
    if (path === "/.well-known/openid-configuration") return configuration(url);
    if (path === "/jwks") {
      return { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" }] };
    }
    if (path === "/token" || path === "/login/oauth/access_token") {
      const code = new URLSearchParams(await text(request)).get("code") ?? "";
      const { identity, nonce, clientId } = grantOf(code);
      const claims = toClaims(identity, { issuer: url, clientId, nonce });
      const tokens = { access_token: code, token_type: "bearer" };
      return path === "/token" ? { ...tokens, id_token: sign(claims) } : tokens;
    }
    const { identity } = grantOf((request.headers.authorization ?? "").replace("Bearer ", ""));
    const { id, name, email, isVerified } = identity;
    if (path === "/api/v3/user") return { id, login: name.toLowerCase(), name };
    if (path === "/api/v3/user/emails") return [{ email, primary: true, verified: isVerified }];
    throw new Error(`nothing is at ${path}`);
  }

  function sign(claims: object): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const body = `${encode({ alg: "RS256", kid: "one", typ: "JWT" })}.${encode(claims)}`;
    return `${body}.${createSign("RSA-SHA256").update(body).sign(privateKey, "base64url")}`;
  }

  return {
    url,
    allow(authorizeUrl, identity) {
      const asked = new URL(authorizeUrl).searchParams;
      const code = randomUUID();
      granted.set(code, { identity, nonce: asked.get("nonce"), clientId: asked.get("client_id") ?? "" });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code, state: asked.get("state") ?? "" }));
      return back;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function configuration(url: string) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

function toClaims(
  { id, name, email, isVerified, groups }: Identity,
  { issuer, clientId, nonce }: { issuer: string; clientId: string; nonce: string | null },
) {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: issuer,
    aud: clientId,
    sub: String(id),
    iat: now,
    exp: now + 300,
    name,
    email,
    email_verified: isVerified,
    ...(groups && { groups }),
    ...(nonce !== null && { nonce }),
  };
}
