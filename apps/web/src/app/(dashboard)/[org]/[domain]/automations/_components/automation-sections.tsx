"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Copyable } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-form.tsx";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { SecretBox, useUnloadGuard } from "#components/secret-box.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Automation } from "#trpc/types.ts";

type Props = { automation: Automation };

/** Where requests go, and the secret that they are signed with, which is shown once. */
export function WebhookSecret({ automation: { id, definition, hasWebhookSecret } }: Props) {
  const { org, domain, projectId, baseUrl } = useProject();
  const trpc = useTRPC();
  const { data, mutate, isPending } = useMutation(
    trpc.automation.rotateSecret.mutationOptions({ onError: ({ message }) => void toast.error(message) }),
  );
  useUnloadGuard(data !== undefined);
  const make = () => mutate({ org, domain, automationId: id });
  const hasOne = hasWebhookSecret || data !== undefined;
  const button = (
    <RestrictedButton size="sm" disabled={isPending} {...(!hasOne && { onClick: make })}>
      {hasOne ? "Replace secret" : "Create secret"}
    </RestrictedButton>
  );
  return (
    <SettingsSection
      title="Webhook"
      description="Requests are signed as Standard Webhooks describes. Their body reaches the prompt as data."
      actions={
        hasOne ? (
          <ConfirmDialog
            trigger={button}
            title="Replace the secret?"
            action="Replace secret"
            isDestructive
            onConfirm={make}
          >
            Requests that are signed with the earlier secret are refused from then on.
          </ConfirmDialog>
        ) : (
          button
        )
      }
    >
      <div className="flex flex-col gap-3">
        <Copyable value={`${baseUrl}/v2/automation/${projectId}/${definition.name}/webhook`} label="Copy the address" />
        {data === undefined ? (
          <p className="text-muted-foreground">
            {hasOne
              ? "The secret is stored encrypted and can't be shown again."
              : "There is no secret yet, so every request is refused."}
          </p>
        ) : (
          <SecretBox
            value={data.secret}
            label="Copy the secret"
            words="You won't see this secret again. Have you saved it?"
          />
        )}
      </div>
    </SettingsSection>
  );
}

/** Removes the automation; one of the file by a pull request. */
export function DeleteAutomation({ automation: { id, origin, definition } }: Props) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const settle = (message: string) => ({
    onError: ({ message }: { message: string }) => void toast.error(message),
    onSuccess: () => {
      toast.success(message);
      void queryClient.invalidateQueries(trpc.automation.pathFilter());
      router.push(`/${org}/${domain}/automations`);
      router.refresh();
    },
  });
  const remove = useMutation(trpc.automation.remove.mutationOptions(settle("The automation was deleted.")));
  const propose = useMutation(
    trpc.automation.proposeFile.mutationOptions(settle("The pull request is being written.")),
  );
  const isFile = origin === "file";
  const site = { org, domain };
  return (
    <SettingsSection
      title="Delete"
      isDangerous
      description={
        isFile
          ? "A pull request removes it from .docsteward/automations.yml. Its jobs and pull requests stay."
          : "Deletes the automation and its runs. Its jobs and pull requests stay."
      }
    >
      <ConfirmDialog
        trigger={
          <RestrictedButton variant="destructive" disabled={remove.isPending || propose.isPending}>
            Delete automation
          </RestrictedButton>
        }
        title={`Delete ${definition.name}?`}
        action="Delete automation"
        isDestructive
        onConfirm={() =>
          isFile
            ? propose.mutate({ ...site, name: definition.name, definition: null })
            : remove.mutate({ ...site, automationId: id })
        }
      >
        {isFile ? "It runs until the pull request is merged." : "Permanent. It can't be undone."}
      </ConfirmDialog>
    </SettingsSection>
  );
}
