import { GitHubError } from "../github-error.ts";
import type { Caller, State } from "../state.ts";
import { verifyAppJwt } from "./verify-app-jwt.ts";

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
