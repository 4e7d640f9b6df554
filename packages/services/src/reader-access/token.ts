import { AppError } from "@docsteward/contract/error";
import type { ReaderAccess } from "@docsteward/db/client";
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import type { ProjectContext } from "../context.ts";
import { findPublicKey } from "./key-set.ts";
import { readerSecretOf } from "./settings.ts";

const MAX_TOKEN = 8_000;
const MAX_GROUPS = 200;
const MAX_GROUP = 100;
/** Clocks differ by so much. */
const TOLERANCE_SECONDS = 30;
/** A token that is copied should not work for long. */
const MAX_LIFETIME_SECONDS = 86_400;

/**
 * Checks a reader's token, and reads the groups in it.
 *
 * It must be signed as the project says, by an algorithm of that method alone, name the project's domain or id as `aud`, and
 * end (`exp`) within a day.
 *
 * @throws AppError `invalid_reader_token` saying why; `unavailable` while the public keys can't be fetched
 */
export async function verifyReaderToken(
  ctx: ProjectContext,
  { access, token }: { access: ReaderAccess; token: string },
): Promise<string[]> {
  if (token.length > MAX_TOKEN) throw refusal(`is longer than ${MAX_TOKEN} characters`);
  const payload = await verify(ctx, { access, token });
  const now = ctx.clock.now().getTime() / 1_000;
  if ((payload.exp ?? Number.POSITIVE_INFINITY) > now + MAX_LIFETIME_SECONDS + TOLERANCE_SECONDS)
    throw refusal("must expire (`exp`) within 24 hours");
  return readGroups(payload, access.groupsClaim);
}

async function verify(
  ctx: ProjectContext,
  { access, token }: { access: ReaderAccess; token: string },
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    audience: [ctx.project.domain, ctx.project.id],
    ...(access.issuer !== null && { issuer: access.issuer }),
    requiredClaims: ["exp"],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: ctx.clock.now(),
  };
  try {
    if (access.method === "secret") {
      const secret = new TextEncoder().encode(readerSecretOf(ctx, access) ?? "");
      if (secret.length === 0) throw refusal("can't be checked: the project has no secret");
      return (await jwtVerify(token, secret, { ...options, algorithms: ["HS256"] })).payload;
    }
    if (access.method === "jwks" && access.keySetUrl !== null) {
      const key = await findPublicKey(ctx, { url: access.keySetUrl, header: decodeProtectedHeader(token) });
      if (key === null) throw refusal("is signed with a key that isn't in the key set");
      const algorithms = ["RS256", "ES256", "EdDSA"];
      return (await jwtVerify(token, key, { ...options, algorithms })).payload;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(explain(error, ctx.project.domain), error);
  }
  throw refusal("isn't used here: this project takes groups from API keys only. Leave it out");
}

function explain(error: unknown, domain: string): string {
  if (error instanceof errors.JWTExpired) return "has expired. Send a new one";
  if (error instanceof errors.JOSEAlgNotAllowed) return "is signed with an algorithm that isn't allowed here";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return `must have the \`aud\` ${domain}`;
    if (error.claim === "exp") return "has no valid `exp`";
    return `has no valid \`${error.claim.slice(0, 20)}\``;
  }
  return "has no valid signature";
}

function refusal(problem: string, cause?: unknown): AppError {
  return new AppError("invalid_reader_token", `The token in \`X-Reader-Token\` ${problem}.`, { cause });
}

function readGroups(payload: JWTPayload, claim: string): string[] {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  const groups = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  if (groups.length > MAX_GROUPS) throw refusal(`names more than ${MAX_GROUPS} groups`);
  return groups.map((group) => {
    const name = typeof group === "string" ? group.trim() : "";
    if (name === "" || name.length > MAX_GROUP)
      throw refusal(`must name groups of 1 to ${MAX_GROUP} characters in \`${claim}\``);
    return name;
  });
}
