"use client";

import { PROVIDER_LABELS } from "@docsteward/contract/model-settings";
import { ErrorState } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { organizationHref } from "#components/project-pages.ts";
import { ModelsInUse } from "#components/settings/models-in-use.tsx";
import { ProviderSection } from "#components/settings/provider-section.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ModelProviders } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

/** Whose models the project's jobs and answers use, and a provider of its own. */
export function ProjectModels({ first }: { first: ModelProviders }) {
  const { org, domain } = useProject();
  const query = useQuery(useTRPC().model.get.queryOptions({ org, domain }, { initialData: first }));
  const { project, organization } = query.data;
  return (
    <div className="flex flex-col gap-5">
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      <ModelsInUse providers={query.data} where="in this project" />
      <ProviderSection
        owner="project"
        stored={project}
        title="This project's provider"
        description="Overrides the organization's and the installation's models for jobs and answers."
      />
      <SettingsSection
        title="The organization's provider"
        description={`Used by every project of ${org} without its own provider.`}
        actions={<TextLink href={organizationHref({ org, domain }, "models")}>Change organization models</TextLink>}
      >
        <p className="text-muted-foreground">
          {organization ? `${PROVIDER_LABELS[organization.provider]}, ${organization.modelId}` : "No provider set."}
        </p>
      </SettingsSection>
    </div>
  );
}
