import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { publicApi } from "#server/trpc/caller.ts";
import { AuthTitle } from "../_components/auth-title.tsx";
import { SetupForm } from "./_components/setup-form.tsx";

// The token in the URL must not leak.
export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function SetupPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const { setup } = await publicApi();
  const { isOpen, orgs } = await setup.look({ token: typeof token === "string" ? token.slice(0, 200) : "" });
  if (!isOpen || typeof token !== "string") redirect("/sign-in");
  return (
    <>
      <AuthTitle title="Set up Docsteward" step={orgs.length === 0 ? "Step 1 of 2" : undefined}>
        {orgs.length === 0
          ? "Create the first account. It owns the organization that your documentation sites belong to."
          : `Create the first account. It will own ${orgs.join(", ")}.`}
      </AuthTitle>
      <SetupForm token={token} hasOrganizations={orgs.length > 0} />
    </>
  );
}
