"use client";

import { namesOfModels, PROVIDER_LABELS } from "@docsteward/contract/model-settings";
import { Badge } from "@docsteward/ui/badge";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { hasRole, useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Provider, ProviderOwner, ModelProviders as Providers } from "#trpc/types.ts";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

const WHOSE = {
  project: "this project's provider",
  organization: "the organization's provider",
  installation: "the installation's models, set by the operator",
} as const;

/** Whose models jobs and answers use, and how that is changed. */
export function ModelsView({ first }: { first: Providers }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const query = useQuery(trpc.model.get.queryOptions({ org, domain }, { initialData: first }));
  const { used, installation, project, organization } = query.data;
  const names = namesOf(query.data);
  const attempt = useMutation(
    trpc.model.tryInstalled.mutationOptions({ onError: ({ message }) => void toast.error(message) }),
  );
  return (
    <div className="flex flex-col gap-5">
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      <SettingsSection
        title="In use"
        description={`Jobs and answers in this project use ${WHOSE[used]}.`}
        actions={
          used === "installation" && (
            <RestrictedButton size="sm" disabled={attempt.isPending} onClick={() => attempt.mutate({ org, domain })}>
              {attempt.isPending ? "Testing…" : "Test models"}
            </RestrictedButton>
          )
        }
      >
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
        {attempt.data && (
          <div className="mt-3">
            <TestResults tried={attempt.data} />
          </div>
        )}
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

const TestResults = dynamic(() => import("./test-results.tsx").then((loaded) => loaded.TestResults), { ssr: false });

const ProviderDialog = dynamic(() => import("./provider-dialog.tsx").then((loaded) => loaded.ProviderDialog), {
  ssr: false,
});

type Props = { owner: ProviderOwner; stored: Provider | null; title: string; description: string };

/** The provider of a project or of its organization. */
function ProviderSection({ owner, stored, title, description }: Props) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Advice elsewhere leads here to connect a model: the window is open then.
  const isAsked =
    useSearchParams().get("connect") === "true" &&
    hasRole(role, "admin") &&
    owner === "organization" &&
    stored === null;
  const [isOpen, setIsOpen] = useState(isAsked);
  const clear = useMutation(
    trpc.model.clear.mutationOptions({
      onSuccess: () => toast.success("Provider and key removed."),
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.model.get.queryFilter({ org, domain })),
    }),
  );
  return (
    <SettingsSection
      title={title}
      description={description}
      actions={
        stored && (
          <div className="flex gap-2">
            <RestrictedButton size="sm" onClick={() => setIsOpen(true)}>
              Edit or test
            </RestrictedButton>
            <ConfirmDialog
              trigger={
                <RestrictedButton size="sm" variant="destructive" disabled={clear.isPending}>
                  Remove
                </RestrictedButton>
              }
              title="Remove this provider?"
              action="Remove provider"
              isDestructive
              onConfirm={() => clear.mutate({ org, domain, owner })}
            >
              This deletes the key. New jobs use{" "}
              {owner === "project" ? "the organization's provider, or the installation's" : "the installation's models"}
              .
            </ConfirmDialog>
          </div>
        )
      }
    >
      {stored ? (
        <DescriptionList
          facts={[
            { label: "Provider", value: PROVIDER_LABELS[stored.provider] },
            ...(stored.baseUrl ? [{ label: "Base URL", value: <Mono text={stored.baseUrl} /> }] : []),
            stored.provider === "anthropic"
              ? { label: "sonnet, opus", value: <Mono text={`${stored.modelId}, ${stored.opusModelId}`} /> }
              : { label: "Model", value: <Mono text={stored.modelId} /> },
            ...(stored.fallbackModelId
              ? [{ label: "Fallback model", value: <Mono text={stored.fallbackModelId} /> }]
              : []),
            { label: "Key", value: stored.keyHint ? <Mono text={stored.keyHint} /> : "None" },
            { label: "Last changed", value: <RelativeTime at={stored.updatedAt} /> },
          ]}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted-foreground">No provider set.</p>
          <RestrictedButton size="sm" onClick={() => setIsOpen(true)}>
            <Plus aria-hidden />
            Connect a model
          </RestrictedButton>
        </div>
      )}
      {isOpen && <ProviderDialog owner={owner} stored={stored} title={title} onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}

const Mono = ({ text }: { text: string }) => <code className="break-all font-mono text-xs">{text}</code>;
