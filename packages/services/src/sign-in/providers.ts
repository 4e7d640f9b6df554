import type { Env } from "@docsteward/platform/env";

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
export function toProviders(env: Variables): SignInProviders {
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
