"use client";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { FormError } from "@docsteward/ui/field";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

const GOES = [
  "all jobs with their messages and events; running jobs are stopped",
  "the index, all conversations, all gaps and all saved prompts",
  "the assistant keys of this project",
  "webhooks with their delivery log, limits, budgets, and this project's model provider with its key",
];

/** Deletes the project, after its name was typed. */
export function DeleteProject({ repository, isLocal }: { repository: string; isLocal: boolean }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.settings.delete.mutationOptions({
      onSuccess: () => {
        toast.success(`${domain} deleted.`);
        queryClient.clear();
        router.push("/");
        router.refresh();
      },
    }),
  );
  const goes = [...GOES, ...(isLocal ? ["the pull requests that this service stores for the repository"] : [])];
  return (
    <SettingsSection title="Delete this project" description="Permanent. It can't be undone." isDangerous>
      <div className="flex flex-col gap-4">
        <div>
          <p>This deletes:</p>
          <ul className="mt-1 list-disc pl-5 text-muted-foreground">
            {goes.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </div>
        <p className="text-muted-foreground">
          The repository <code className="break-all font-mono text-xs">{repository}</code> and its branches are not
          deleted. The organization's admin keys and audit log are also kept.
        </p>
        <FormError message={remove.error?.message} />
        <ConfirmDialog
          trigger={
            <RestrictedButton least="owner" variant="destructive" className="w-fit" disabled={remove.isPending}>
              {remove.isPending ? "Deleting…" : "Delete project"}
            </RestrictedButton>
          }
          title={`Delete ${domain}?`}
          action="Delete project"
          isDestructive
          typeToConfirm={domain}
          onConfirm={() => remove.mutate({ org, domain, typed: domain })}
        >
          This permanently deletes all data of {domain}. It can't be undone.
        </ConfirmDialog>
      </div>
    </SettingsSection>
  );
}
