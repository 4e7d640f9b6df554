"use client";

import { ErrorState } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { useMembership } from "#components/project-context.tsx";
import { ModelsInUse } from "#components/settings/models-in-use.tsx";
import { ProviderSection } from "#components/settings/provider-section.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ModelProviders } from "#trpc/types.ts";

/** The models of all projects of an organization that have none of their own. */
export function OrganizationModels({ first }: { first: ModelProviders }) {
  const { org } = useMembership();
  const query = useQuery(useTRPC().model.get.queryOptions({ org }, { initialData: first }));
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      <ModelsInUse providers={query.data} where="in projects without their own provider" />
      <ProviderSection
        owner="organization"
        stored={query.data.organization}
        title="The organization's provider"
        description={`Used by every project of ${org} without its own provider.`}
      />
    </div>
  );
}
