import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { publicApi } from "#server/trpc/caller.ts";
import { AuthTitle } from "../../_components/auth-title.tsx";
import { ProviderButtons } from "../../sign-in/_components/sign-in-form.tsx";
import { AcceptAsMe, AcceptAsNew } from "./_components/accept-invitation.tsx";

// The token in the URL must not leak.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

export default async function InvitePage({ params }: Props) {
  const { token } = await params;
  const { invitation, session } = await publicApi();
  const [view, me] = await Promise.all([invitation.look({ token: token.slice(0, 200) }), session.me()]);
  if (view === null) notFound();
  const { organization, role, email, invitedBy } = view;
  return (
    <>
      <AuthTitle title={`Join ${organization.name}`}>
        {invitedBy ?? "An admin"} invited you to join as <strong className="font-medium text-foreground">{role}</strong>
        {email && ` with the email address ${email}`}.
      </AuthTitle>
      {me ? <AcceptAsMe token={token} me={me} /> : <AcceptAsNew token={token} email={email ?? undefined} />}
      {!me && (
        <ProviderButtons
          providers={await session.providers()}
          next={`/invite/${encodeURIComponent(token)}`}
          invitationToken={token}
        />
      )}
      {!me && (
        <p className="text-muted-foreground">
          Already have an account?{" "}
          <Link className="text-foreground underline underline-offset-4" href={`/sign-in?next=/invite/${token}`}>
            Sign in
          </Link>
        </p>
      )}
    </>
  );
}
