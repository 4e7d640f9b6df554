import { verify } from "node:crypto";
import { GitHubError } from "../github-error.ts";
import type { App, State } from "../state.ts";

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
