import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { publicApi } from "#server/trpc/caller.ts";
import { AuthTitle } from "../../_components/auth-title.tsx";
import { NewPasswordForm } from "./_components/new-password-form.tsx";

// The token in the URL must not leak.
export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function NewPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams;
  if (typeof token !== "string") redirect("/sign-in");
  const { session } = await publicApi();
  if (!(await session.isPasswordLink({ token: token.slice(0, 200) }))) {
    return (
      <AuthTitle title="This link is no longer valid">
        It was used, was replaced or has expired. Ask the person who runs this service for a new one.
      </AuthTitle>
    );
  }
  return (
    <>
      <AuthTitle title="New password">Setting a new password signs out all other browsers.</AuthTitle>
      <NewPasswordForm token={token} />
    </>
  );
}
