import type { Services } from "../context.ts";

/** The providers that the sign-in page offers. */
export function listProviders({ signInProviders }: Services): { id: "github" | "oidc"; name: string }[] {
  const { github, oidc } = signInProviders;
  return [
    ...(github ? [{ id: "github" as const, name: "GitHub" }] : []),
    ...(oidc ? [{ id: "oidc" as const, name: oidc.name }] : []),
  ];
}
