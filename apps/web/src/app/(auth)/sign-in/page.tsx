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
        No account exists yet. Open the setup link that the service printed in the terminal when it started, or create a
        new link on that machine:
      </AuthTitle>
      <CodeBlock code="npx -y pnpm@12.21.0 docsteward setup-link" label="Copy command" />
    </>
  );
}
