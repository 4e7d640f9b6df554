import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ProjectForm, RepositorySection, RetentionForm } from "./_components/general-settings.tsx";
import { DescriptionList, SettingsSection } from "./_components/settings-section.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function GeneralSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const project = await orNotFound((await api()).settings.get(site));
  const { retention } = project;
  return (
    <div className="flex flex-col gap-5">
      <ProjectForm first={project} />
      <RepositorySection host={project.host} repository={project.repository} baseRef={project.baseRef} />
      <SettingsSection title="Identity" description="These can't be changed: URLs and API clients depend on them.">
        <DescriptionList
          facts={[
            { label: "Organization", value: project.organization },
            { label: "Domain", value: <code className="font-mono text-xs">{project.domain}</code> },
            { label: "Project ID", value: <code className="break-all font-mono text-xs">{project.id}</code> },
            { label: "Created", value: project.createdAt.slice(0, 10) },
          ]}
        />
      </SettingsSection>
      <RetentionForm {...retention} />
    </div>
  );
}
