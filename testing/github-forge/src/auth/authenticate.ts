import { createSign, verify } from "node:crypto";
import { GitHubError } from "../github-error.ts";
import type { App, Caller, State } from "../state.ts";

/** Reads who asks from an Authorization header: an App by its JWT, an installation or a person by a token. */
export function findCaller(state: State, authorization: string | undefined): Caller {
  const secret = readSecret(authorization);
  if (secret === null) return { kind: "anonymous" };
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret)) return { kind: "app", app: verifyAppJwt(state, secret) };
  const token = state.tokens.get(secret);
  if (!token) throw new GitHubError(401, "Bad credentials");
  if (token.kind === "person") return { kind: "person", account: token.account };
  const installation = state.installations.get(token.installationId);
  const app = installation && state.apps.get(installation.appId);
  if (!app || token.expiresAt <= state.now()) throw new GitHubError(401, "Bad credentials");
  return { kind: "installation", app, installation, token };
}

/** The token of `Bearer …`, `token …`, or Basic, where it is the password, or the name beside `x-oauth-basic`. */
function readSecret(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const [, scheme = "", value = ""] = authorization.match(/^(\S+)\s+(.+)$/) ?? [];
  if (/^(bearer|token)$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return "";
  const [name = "", ...rest] = Buffer.from(value, "base64").toString("utf8").split(":");
  const password = rest.join(":");
  return password === "x-oauth-basic" || password === "" ? name : password;
}

const MAX_LIFETIME_SECONDS = 600;

type Claims = { iss?: string | number; iat?: number; exp?: number };

/**
 * Checks the JWT that an App signs for itself.
 *
 * @returns the App that `iss` names, by its id or its client id
 * @throws GitHubError 401 in GitHub's words
 */
export function verifyAppJwt(state: State, jwt: string): App {
  const [head = "", payload = "", signature = ""] = jwt.split(".");
  const header = decode<{ alg?: string }>(head);
  const claims = decode<Claims>(payload);
  if (!header || !claims || header.alg !== "RS256") throw undecodable();
  const app = [...state.apps.values()].find(
    ({ id, clientId }) => `${id}` === `${claims.iss}` || clientId === claims.iss,
  );
  if (!app) throw new GitHubError(404, "Integration not found");
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    app.publicKey,
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw undecodable();

  const now = state.now().getTime() / 1000;
  if (typeof claims.exp !== "number" || claims.exp <= now) {
    throw new GitHubError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (claims.exp > now + MAX_LIFETIME_SECONDS) {
    throw new GitHubError(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (typeof claims.iat !== "number" || claims.iat > now + 1) {
    throw new GitHubError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  return app;
}

const undecodable = () => new GitHubError(401, "A JSON web token could not be decoded");

function decode<Value>(part: string): Value | null {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Value;
  } catch {
    // Not JSON: the caller refuses it.
    return null;
  }
}

/** The JWT by which an App proves who it is, good for five minutes. */
export function signAppJwt({ id, privateKey }: App, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: seconds - 60, exp: seconds + 300, iss: `${id}` })}`;
  return `${signed}.${createSign("sha256").update(signed).sign(privateKey, "base64url")}`;
}
