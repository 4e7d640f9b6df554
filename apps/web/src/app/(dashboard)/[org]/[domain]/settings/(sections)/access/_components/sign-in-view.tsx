"use client";

import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { hasRole, useMembership, useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ClientSignIn } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

// Its fields weigh more than a first look at the page may.
const SignInForm = dynamic(() => import("./sign-in-form.tsx").then((module) => module.SignInForm), { ssr: false });

/** Who may connect programs to the MCP servers by signing in, and what is connected. */
export function SignInView({ first }: { first: ClientSignIn }) {
  const { org, domain } = useProject();
  const { role } = useMembership();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.clientSignIn.get.queryOptions({ org, domain }, { initialData: first }));
  const [isEditing, setEditing] = useState(false);
  const refresh = () => queryClient.invalidateQueries(trpc.clientSignIn.pathFilter());
  const clear = useMutation(
    trpc.clientSignIn.clear.mutationOptions({
      onSuccess: () => void toast.success("Nobody can sign in any more. Connected apps have lost their access."),
      onError: ({ message }) => void toast.error(message),
      onSettled: refresh,
    }),
  );
  const isOn = data.readers !== null || data.isTeam;
  return (
    <>
      <SettingsSection
        title="Sign-in for apps"
        description={describe(data)}
        actions={
          isOn && (
            <ConfirmDialog
              trigger={
                <RestrictedButton size="sm" variant="destructive" disabled={clear.isPending}>
                  Turn off
                </RestrictedButton>
              }
              title="Let nobody sign in?"
              action="Turn off"
              isDestructive
              onConfirm={() => clear.mutate({ org, domain })}
            >
              Every connected app loses its access with its next call. API keys keep working. This also deletes the
              provider&apos;s settings.
            </ConfirmDialog>
          )
        }
      >
        {isEditing ? (
          <SignInForm
            state={data}
            onSaved={() => {
              setEditing(false);
              void refresh();
            }}
          />
        ) : (
          <RestrictedButton onClick={() => setEditing(true)}>
            {isOn ? "Change who can sign in…" : "Let people sign in…"}
          </RestrictedButton>
        )}
      </SettingsSection>
      {isOn && hasRole(role, "admin") && <ConnectedApps />}
    </>
  );
}

function describe({ readers, isTeam, issuer }: ClientSignIn): string {
  const who = readers === "members" ? "Members of the organization" : `People who sign in at ${issuer}`;
  const parts = [
    ...(readers === null ? [] : [`${who} connect Claude, Cursor, VS Code and other apps to read the pages.`]),
    ...(isTeam ? ["Members connect agents that work on jobs and gaps, with the rights of their role."] : []),
  ];
  if (parts.length > 0) return parts.join(" ");
  return "Apps such as Claude, Cursor and VS Code need an API key. Let people connect them by signing in instead.";
}

/** The apps that people connected, each with a way to end its access. */
function ConnectedApps() {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data = [], isPending } = useQuery(trpc.clientSignIn.list.queryOptions({ org, domain }));
  const revoke = useMutation(
    trpc.clientSignIn.revoke.mutationOptions({
      onError: ({ message }) => void toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.clientSignIn.list.queryFilter({ org, domain })),
    }),
  );
  return (
    <SettingsSection
      title="Connected apps"
      description={
        data.length === 0 && !isPending
          ? "No app is connected."
          : "An app without access asks its person to sign in again. The newest 200 are listed."
      }
      isFlush
    >
      <ul className="divide-y">
        {data.map(({ id, name, host, person, groups, server, lastUsedAt, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-anywhere">
                {name} <span className="font-normal text-muted-foreground text-xs">{host ?? "registered itself"}</span>
              </p>
              <p className="text-muted-foreground text-xs wrap-anywhere">
                {person}
                {groups.length > 0 && ` (${groups.slice(0, 5).join(", ")}${groups.length > 5 ? ", …" : ""})`} ·{" "}
                {server === "team" ? "jobs and gaps" : "reads pages"} · used{" "}
                <RelativeTime at={lastUsedAt ?? createdAt} />
              </p>
            </div>
            <Button
              size="sm"
              variant="ghost"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ org, domain, id })}
            >
              End access<span className="sr-only"> of {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
