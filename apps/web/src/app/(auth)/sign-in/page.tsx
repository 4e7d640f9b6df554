import { CodeBlock } from "@docsteward/ui/copy";
import { FormError } from "@docsteward/ui/field";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { safeRedirectPath } from "#server/safe-redirect.ts";
import { publicApi } from "#server/trpc/caller.ts";
import { AuthTitle } from "../_components/auth-title.tsx";
import { ProviderButtons, SignInForm } from "./_components/sign-in-form.tsx";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next: asked, error } = await searchParams;
  const next = safeRedirectPath(asked);
  const { session, setup } = await publicApi();
  if ((await session.me()) !== null) redirect(next);
  if (await setup.isNeeded()) return <SetupFirst />;
  return (
    <>
      <AuthTitle title="Sign in" />
      <FormError message={explainFault(error)} />
      <SignInForm next={next} />
      <ProviderButtons providers={await session.providers()} next={next} />
    </>
  );
}

function SetupFirst() {
  return (
    <>
      <AuthTitle title="Set up Docsteward">
        No account exists yet. Open the setup link that the service printed in the terminal when it started, or create a
        new link on that machine:
      </AuthTitle>
      <CodeBlock code="npx -y pnpm@12.21.0 docsteward setup-link" label="Copy command" />
    </>
  );
}

const SENTENCES: Record<string, string> = {
  demo_link: "The demo link works once, on the machine that runs the demo. To get a new link, restart the demo.",
  signup_disabled: "No account uses this identity. Ask an admin for an invitation, or sign in another way.",
  account_not_linked:
    "An account with this email address exists. Sign in with its password, then link this provider under Account.",
  email_not_found: "The provider didn't share your email address. Allow access to it, then try again.",
  access_denied: "Sign-in was cancelled at the provider. Nothing changed.",
};

/** Says why a sign-in by a provider or a link came to nothing. @param code from the address; whatever is not known has one sentence */
export function explainFault(code: string | string[] | undefined): string | undefined {
  if (typeof code !== "string") return undefined;
  return SENTENCES[code.toLowerCase()] ?? "Sign-in with the provider failed. Try again, or sign in another way.";
}
