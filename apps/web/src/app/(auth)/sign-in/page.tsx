import { CodeBlock } from "@docsteward/ui/code-block";
import { FormError } from "@docsteward/ui/form-error";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { toNextPath } from "../../../server/to-next-path.ts";
import { publicApi } from "../../../server/trpc/caller.ts";
import { AuthTitle } from "../_components/auth-title.tsx";
import { explainFault } from "./_components/explain-fault.ts";
import { ProviderButtons } from "./_components/provider-buttons.tsx";
import { SignInForm } from "./_components/sign-in-form.tsx";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next: asked, error } = await searchParams;
  const next = toNextPath(asked);
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
        Nobody has an account yet. Open the set-up link that was printed in the terminal when the service started, or
        ask for a new one on that machine:
      </AuthTitle>
      <CodeBlock code="npx -y pnpm@12.21.0 docsteward setup-link" label="Copy the command" />
    </>
  );
}
