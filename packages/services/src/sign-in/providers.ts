import type { Transaction } from "@docsteward/db/client";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import type { Clock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { z } from "zod";

/** The providers that people may sign in through, as the operator has set them up. */
export type SignInProviders = {
  github?: { clientId: string; clientSecret: string; webUrl: string; apiUrl: string };
  /** Any provider that speaks OpenID Connect. */
  oidc?: { clientId: string; clientSecret: string; issuer: string; name: string };
};

type Variables = Pick<
  Env,
  | "AUTH_GITHUB_CLIENT_ID"
  | "AUTH_GITHUB_CLIENT_SECRET"
  | "AUTH_OIDC_ISSUER"
  | "AUTH_OIDC_CLIENT_ID"
  | "AUTH_OIDC_CLIENT_SECRET"
  | "AUTH_OIDC_NAME"
  | "GITHUB_API_URL"
>;

/** Reads from the configuration which providers there are; it is complete when it names one at all. */
export function parseProviders(env: Variables): SignInProviders {
  const { AUTH_GITHUB_CLIENT_ID: githubId, AUTH_GITHUB_CLIENT_SECRET: githubSecret, GITHUB_API_URL: apiUrl } = env;
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_CLIENT_ID: clientId, AUTH_OIDC_CLIENT_SECRET: clientSecret } = env;
  return {
    ...(githubId &&
      githubSecret && {
        github: { clientId: githubId, clientSecret: githubSecret, apiUrl, webUrl: toWebUrl(apiUrl) },
      }),
    ...(issuer && clientId && clientSecret && { oidc: { issuer, clientId, clientSecret, name: env.AUTH_OIDC_NAME } }),
  };
}

/** Where people see what an API of GitHub tells: an own server has both under one name. */
function toWebUrl(apiUrl: string): string {
  const { origin } = new URL(apiUrl);
  return origin === "https://api.github.com" ? "https://github.com" : origin;
}

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const TIMEOUT_MS = 10_000;
const providerFetch = createBoundedFetch({ ...DOCUMENT_BOUNDS, maxBytes: 1_000_000, timeoutMs: TIMEOUT_MS });

/** How better-auth talks to the providers. Accounts are created only with an invitation, never by a provider sign-in alone. */
export function providerConfigs({ github, oidc }: SignInProviders, options: NoteOptions): GenericOAuthConfig[] {
  return [
    ...(github ? [githubConfig(github, options)] : []),
    ...(oidc
      ? [
          {
            providerId: "oidc",
            discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
            clientId: oidc.clientId,
            clientSecret: oidc.clientSecret,
            scopes: ["openid", "email", "profile"],
            disableImplicitSignUp: true,
          },
        ]
      : []),
  ];
}

function githubConfig(github: NonNullable<SignInProviders["github"]>, options: NoteOptions): GenericOAuthConfig {
  const { clientId, clientSecret, webUrl, apiUrl } = github;
  return {
    providerId: "github",
    clientId,
    clientSecret,
    authorizationUrl: `${webUrl}/login/oauth/authorize`,
    tokenUrl: `${webUrl}/login/oauth/access_token`,
    scopes: ["read:user", "user:email"],
    disableImplicitSignUp: true,
    getUserInfo: async ({ accessToken }) => {
      const read = async (path: string): Promise<unknown> => {
        const headers = { Accept: "application/vnd.github+json", Authorization: `Bearer ${accessToken}` };
        const answer = await providerFetch(`${apiUrl}${path}`, { headers });
        if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}`);
        return answer.json();
      };
      const [user, emails] = await Promise.all([read("/user"), read("/user/emails")]);
      const { id, login, name } = GitHubUser.parse(user);
      const primary = GitHubEmails.parse(emails).find((email) => email.primary);
      if (!primary) return null;
      await recordGitHubPerson(options, { id, login });
      return { id, name: name || login, email: primary.email, emailVerified: primary.verified };
    },
  };
}

type NoteOptions = { db: Transaction; clock: Clock };

/** Stores a person's GitHub name at each sign-in through GitHub. */
export async function recordGitHubPerson(
  { db, clock }: NoteOptions,
  { id, login }: { id: number; login: string },
): Promise<void> {
  const person = { login, seenAt: clock.now() };
  const where = { id: String(id) };
  await db.gitHubPerson.upsert({ where, create: { ...where, ...person }, update: person });
}
