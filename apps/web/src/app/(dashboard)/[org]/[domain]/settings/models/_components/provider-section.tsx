"use client";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";
import { useSite } from "../../../../../_components/site-context.tsx";
import { Facts } from "../../_components/facts.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import type { Provider, ProviderOwner } from "./provider-types.ts";

const ProviderDialog = dynamic(() => import("./provider-dialog.tsx").then((loaded) => loaded.ProviderDialog), {
  ssr: false,
});

const NAMES = { anthropic: "Anthropic", "openai-compatible": "OpenAI-compatible server" } as const;

type Props = { owner: ProviderOwner; stored: Provider | null; title: string; description: string };

/** The provider of a project or of its organization. */
export function ProviderSection({ owner, stored, title, description }: Props) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
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
        <Facts
          facts={[
            { label: "Provider", value: NAMES[stored.provider] },
            ...(stored.baseUrl ? [{ label: "Base URL", value: <Mono text={stored.baseUrl} /> }] : []),
            stored.provider === "anthropic"
              ? { label: "sonnet, opus", value: <Mono text={`${stored.modelId}, ${stored.opusModelId}`} /> }
              : { label: "Model", value: <Mono text={stored.modelId} /> },
            { label: "Key", value: stored.keyHint ? <Mono text={stored.keyHint} /> : "None" },
            { label: "Last changed", value: <RelativeTime at={stored.updatedAt} /> },
          ]}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted-foreground">No provider set.</p>
          <RestrictedButton size="sm" onClick={() => setIsOpen(true)}>
            <Plus aria-hidden />
            Set provider
          </RestrictedButton>
        </div>
      )}
      {isOpen && <ProviderDialog owner={owner} stored={stored} title={title} onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}

const Mono = ({ text }: { text: string }) => <code className="break-all font-mono text-xs">{text}</code>;
