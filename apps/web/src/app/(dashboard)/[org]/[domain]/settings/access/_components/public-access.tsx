"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { Copyable } from "../../_components/settings-form.tsx";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

/** Whether everyone may search and read the pages without a key. */
export function PublicAccess({ isPublic, isRestricted }: { isPublic: boolean; isRestricted: boolean }) {
  const { org, domain, baseUrl } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (saved) => {
        toast.success(saved.isPublic ? "The pages are public." : "A key is required again.");
        router.refresh();
      },
      onError: ({ message }) => void toast.error(message),
    }),
  );
  return (
    <SettingsSection
      title="Public access"
      description={
        isPublic
          ? "Everyone can search and read the pages at these addresses without a key. Answers still require one."
          : "Agents, editors and other programs need a key to search and read the pages."
      }
      actions={
        <ConfirmDialog
          trigger={
            <RestrictedButton size="sm" disabled={update.isPending}>
              {isPublic ? "Require a key" : "Make public"}
            </RestrictedButton>
          }
          title={isPublic ? "Require a key again?" : "Make the pages public?"}
          action={isPublic ? "Require a key" : "Make public"}
          onConfirm={() => update.mutate({ org, domain, isPublic: !isPublic })}
        >
          {isPublic ? (
            "Programs that use the addresses without a key are refused within seconds."
          ) : (
            <>
              Everyone who knows this service can search and read{" "}
              {isRestricted ? "the pages without groups" : "every page"}, as Markdown, through the MCP server, llms.txt
              and the search. Calls count against the limits of your organization and of the caller&apos;s address.
            </>
          )}
        </ConfirmDialog>
      }
    >
      <DescriptionList
        facts={[
          {
            label: "MCP server",
            value: <Copyable value={`${baseUrl}/mcp/${domain}`} label="Copy address of the MCP server" />,
          },
          {
            label: "llms.txt",
            value: (
              <Copyable value={`${baseUrl}/discovery/v1/site/${domain}/llms.txt`} label="Copy address of llms.txt" />
            ),
          },
        ]}
      />
    </SettingsSection>
  );
}
