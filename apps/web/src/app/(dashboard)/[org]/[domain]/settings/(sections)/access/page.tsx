import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { AccessView, PublicAccess } from "./_components/access-view.tsx";
import { ConnectClients } from "./_components/connect-clients.tsx";
import { SignInView } from "./_components/sign-in-view.tsx";

export const metadata: Metadata = { title: "Reader access" };

export default async function AccessSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const caller = await api();
  const [access, signIn, { isPublic }, { baseUrl }] = await Promise.all([
    orNotFound(caller.readerAccess.get(site)),
    orNotFound(caller.clientSignIn.get(site)),
    orNotFound(caller.settings.get(site)),
    orNotFound(caller.project.get(site)),
  ]);
  return (
    <div className="flex flex-col gap-5">
      <AccessView first={access} />
      <PublicAccess isPublic={isPublic} isRestricted={access.settings !== null} />
      <SignInView first={signIn} />
      <ConnectClients baseUrl={baseUrl} domain={site.domain} access={accessOf({ isPublic, signIn })} />
    </div>
  );
}

/** What a reader's app needs, the least first. */
function accessOf({ isPublic, signIn }: { isPublic: boolean; signIn: { readers: string | null } }) {
  if (isPublic) return "public";
  return signIn.readers === null ? "key" : "sign-in";
}
