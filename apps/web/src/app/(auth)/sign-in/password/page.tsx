import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthTitle } from "../../_components/auth-title.tsx";
import { NewPasswordForm } from "./_components/new-password-form.tsx";

// The token in the URL must not leak.
export const metadata: Metadata = { title: "New password", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function NewPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams;
  if (typeof token !== "string") redirect("/sign-in");
  return (
    <>
      <AuthTitle title="New password">Setting a new password signs out all other browsers.</AuthTitle>
      <NewPasswordForm token={token} />
    </>
  );
}
