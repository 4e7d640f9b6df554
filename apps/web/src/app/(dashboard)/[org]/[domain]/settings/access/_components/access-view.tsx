"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ReaderAccess } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

// Its fields weigh more than a first look at the page may.
const AccessForm = dynamic(() => import("./access-form.tsx").then((module) => module.AccessForm), { ssr: false });
const SecretDialog = dynamic(() => import("./secret-dialog.tsx").then((module) => module.SecretDialog), { ssr: false });

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
