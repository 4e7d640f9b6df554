import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { AccessView, PublicAccess } from "./_components/access-view.tsx";
import { ConnectClients } from "./_components/connect-clients.tsx";

export const metadata: Metadata = { title: "Reader access" };

export default async function AccessSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const caller = await api();
  const [access, { isPublic }, { baseUrl }] = await Promise.all([
    orNotFound(caller.readerAccess.get(site)),
    orNotFound(caller.settings.get(site)),
    orNotFound(caller.project.get(site)),
  ]);
  return (
    <div className="flex flex-col gap-5">
      <AccessView first={access} />
      <PublicAccess isPublic={isPublic} isRestricted={access.settings !== null} />
      <ConnectClients baseUrl={baseUrl} domain={site.domain} isPublic={isPublic} />
    </div>
  );
}
