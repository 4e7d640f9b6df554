"use client";
import { namesOfModels } from "@docsteward/contract/model-settings";
import { Badge } from "@docsteward/ui/badge";
import { ErrorState } from "@docsteward/ui/error-state";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { ProviderSection } from "./provider-section.tsx";
import type { Providers } from "./provider-types.ts";

const WHOSE = {
  project: "this project's provider",
  organization: "the organization's provider",
  installation: "the installation's models, set by the operator",
} as const;

/** Whose models jobs and answers use, and how that is changed. */
export function ModelsView({ first }: { first: Providers }) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const query = useQuery(trpc.model.get.queryOptions({ org, domain }, { initialData: first }));
  const { used, installation, project, organization } = query.data;
  const names = namesOf(query.data);
  return (
    <div className="flex flex-col gap-5">
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      <SettingsSection title="In use" description={`Jobs and answers in this project use ${WHOSE[used]}.`}>
        <p className="flex flex-wrap items-center gap-2">
          {names.map((name, index) => (
            <span key={name} className="flex items-center gap-1.5">
              <code className="font-mono text-xs">{name}</code>
              {index === 0 && <Badge>default</Badge>}
            </span>
          ))}
          {used === "installation" && installation.defaultName === "offline" && (
            <span className="text-muted-foreground">
              follows exact instructions without a language model and answers with quotes from the pages.
            </span>
          )}
        </p>
      </SettingsSection>
      <ProviderSection
        owner="project"
        stored={project}
        title="This project's provider"
        description="Overrides the organization's and the installation's models for jobs and answers."
      />
      <ProviderSection
        owner="organization"
        stored={organization}
        title="The organization's provider"
        description={`Used by every project of ${org} without its own provider.`}
      />
    </div>
  );
}

function namesOf({ used, installation, ...own }: Providers): readonly string[] {
  if (used === "installation") return installation.names;
  const { provider = "openai-compatible", modelId } = own[used] ?? {};
  return namesOfModels({ provider, model: modelId ?? "" });
}
