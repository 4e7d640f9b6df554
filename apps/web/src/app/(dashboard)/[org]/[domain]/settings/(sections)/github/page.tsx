import type { Metadata } from "next";
import { AppSection, InstallationsSection } from "#components/github-app.tsx";
import { api, orNotFound, orNullWithoutPermission } from "#server/trpc/caller.ts";
import { RepositorySection } from "./_components/repository-section.tsx";

export const metadata: Metadata = { title: "GitHub" };

export default async function GitHubSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { github } = await api();
  // The App serves all organizations: to most people it is not shown.
  const [project, app] = await Promise.all([orNotFound(github.get(site)), orNullWithoutPermission(github.app())]);
  return (
    <div className="flex flex-col gap-5">
      <RepositorySection first={project} mayConnectApp={app !== null} />
      {app && <AppSection first={app} />}
      {app?.app && <InstallationsSection first={app} />}
    </div>
  );
}
