"use client";

import { PROVIDER_LABELS } from "@docsteward/contract/model-settings";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import {
  DescriptionList,
  SettingsSection,
} from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { hasRole, useMembership } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Provider, ProviderOwner } from "#trpc/types.ts";

const ProviderDialog = dynamic(() => import("./provider-dialog.tsx").then((loaded) => loaded.ProviderDialog), {
  ssr: false,
});

type Props = { owner: ProviderOwner; stored: Provider | null; title: string; description: string };

/** The provider of a project or of its organization. */
export function ProviderSection({ owner, stored, title, description }: Props) {
  const { org, domain, role } = useMembership();
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
      onSettled: () => queryClient.invalidateQueries(trpc.model.get.pathFilter()),
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
