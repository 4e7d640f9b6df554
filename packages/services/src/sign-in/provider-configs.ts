import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import { type NoteOptions, noteGitHubPerson } from "./note-github-person.ts";
import type { SignInProviders } from "./providers.ts";

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const TIMEOUT_MS = 10_000;
const providerFetch = createBoundedFetch({ ...DOCUMENT_BOUNDS, maxBytes: 1_000_000, timeoutMs: TIMEOUT_MS });

/** How better-auth talks to the providers. An account is made by an invitation alone, so none makes one by itself. */
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
      await noteGitHubPerson(options, { id, login });
      return { id, name: name || login, email: primary.email, emailVerified: primary.verified };
    },
  };
}
