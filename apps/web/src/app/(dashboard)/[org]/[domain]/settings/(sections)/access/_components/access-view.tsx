"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ReaderAccess } from "#trpc/types.ts";
import { Copyable } from "../../_components/settings-form.tsx";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

// Its fields weigh more than a first look at the page may.
const AccessForm = dynamic(() => import("./access-dialogs.tsx").then((module) => module.AccessForm), { ssr: false });
const SecretDialog = dynamic(() => import("./access-dialogs.tsx").then((module) => module.SecretDialog), {
  ssr: false,
});

/** Whether pages are restricted to groups, and how readers prove theirs. */
export function AccessView({ first }: { first: ReaderAccess }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.readerAccess.get.queryOptions({ org, domain }, { initialData: first }));
  const [secret, setSecret] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const refresh = () => queryClient.invalidateQueries(trpc.readerAccess.get.queryFilter({ org, domain }));
  const onError = ({ message }: { message: string }) => void toast.error(message);
  const rotate = useMutation(
    trpc.readerAccess.rotate.mutationOptions({ onSuccess: ({ secret }) => setSecret(secret), onError }),
  );
  const clear = useMutation(
    trpc.readerAccess.clear.mutationOptions({
      onSuccess: () => void toast.success("Groups are no longer enforced."),
      onError,
      onSettled: refresh,
    }),
  );
  const { settings, pages } = data;
  return (
    <>
      <SettingsSection
        title="Reader access"
        description={
          settings === null
            ? "Every reader can read every page. Restrict pages to groups to show them only to readers who prove that they belong."
            : "Pages are restricted to groups in search, answers, citations, page lists and the MCP server."
        }
        actions={
          settings && (
            <div className="flex gap-2">
              {settings.method === "secret" && (
                <ConfirmDialog
                  trigger={
                    <RestrictedButton size="sm" disabled={rotate.isPending}>
                      New secret
                    </RestrictedButton>
                  }
                  title="Create a new secret?"
                  action="Create secret"
                  onConfirm={() => rotate.mutate({ org, domain })}
                >
                  Tokens signed with the current secret stop working immediately.
                </ConfirmDialog>
              )}
              <ConfirmDialog
                trigger={
                  <RestrictedButton size="sm" variant="destructive" disabled={clear.isPending}>
                    Turn off
                  </RestrictedButton>
                }
                title="Show every page to every reader?"
                action="Turn off"
                isDestructive
                onConfirm={() => clear.mutate({ org, domain })}
              >
                All {pages.total} pages become visible to every reader of this site's keys. This also deletes the
                secret.
              </ConfirmDialog>
            </div>
          )
        }
      >
        {isEditing ? (
          <AccessForm
            key={settings?.method ?? "off"}
            state={data}
            onSaved={(made) => {
              setSecret(made);
              void refresh();
            }}
          />
        ) : (
          <RestrictedButton onClick={() => setEditing(true)}>
            {settings === null ? "Restrict pages…" : "Change how readers prove their groups…"}
          </RestrictedButton>
        )}
      </SettingsSection>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

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
              and the search. The project&apos;s name is listed at /.well-known/ai-catalog.json. Calls count against the
              limits of your organization and of the caller&apos;s address.
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
