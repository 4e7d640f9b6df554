import type { Metadata } from "next";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { AppSection, InstallationsSection, InstallationTable } from "#components/github-app.tsx";
import { api, orNotFound, orNullWithoutPermission } from "#server/trpc/caller.ts";
import { RefreshButton } from "./_components/refresh-button.tsx";

export const metadata: Metadata = { title: "GitHub" };

/** The accounts at GitHub that the organization uses; owners of the first organization see the App of the installation, too. */
export default async function OrganizationGitHubPage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { github } = await api();
  const [{ isConnected, installations }, app] = await Promise.all([
    orNotFound(github.accounts({ org })),
    orNullWithoutPermission(github.app()),
  ]);
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <SettingsSection
        title="GitHub accounts"
        description="Admins of this organization can use the repositories of these accounts for projects and sources."
        actions={isConnected && <RefreshButton />}
        isFlush={installations.length > 0}
      >
        {installations.length === 0 ? (
          <p className="text-muted-foreground">{explainNone(isConnected, app !== null)}</p>
        ) : (
          <InstallationTable label="GitHub accounts" rows={installations} />
        )}
      </SettingsSection>
      {app && <AppSection first={app} />}
      {app?.app && <InstallationsSection first={app} />}
    </div>
  );
}

function explainNone(isConnected: boolean, isAppOwner: boolean): string {
  if (isConnected)
    return "No GitHub account is assigned to this organization. An owner of the first organization assigns it.";
  return isAppOwner
    ? "GitHub isn't connected yet. Connect a GitHub App below."
    : "GitHub isn't connected yet. Ask an owner of the first organization to connect it.";
}
