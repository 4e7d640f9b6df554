"use client";
import { Badge } from "@docsteward/ui/badge";
import { Button, buttonClasses } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { TextLink } from "../../../../../_components/text-link.tsx";
import { Facts } from "../../_components/facts.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { ConnectForm } from "./connect-form.tsx";
import type { AppStatus } from "./github-types.ts";

const SOURCES = {
  environment: "Environment variables (GITHUB_APP_ID)",
  dashboard: "Created in the dashboard. The key is stored encrypted.",
} as const;

/** The GitHub App of the whole installation. */
export function AppSection({ first }: { first: AppStatus }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.github.app.queryOptions(undefined, { initialData: first }));
  const disconnect = useMutation(
    trpc.github.disconnectApp.mutationOptions({
      onSuccess: () => {
        toast.success("GitHub App disconnected. Also delete the App on GitHub.");
        router.refresh();
      },
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.github.pathFilter()),
    }),
  );
  const { app, problem, webUrl } = data;
  if (app === null) {
    return (
      <SettingsSection
        title="GitHub App"
        description="Docsteward accesses GitHub through your own GitHub App, limited to the repositories you select. The App is shared by all organizations of this installation. Only owners of the first organization can see this."
      >
        <ConnectForm webUrl={webUrl} />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection
      title="GitHub App"
      description="The App is shared by all organizations of this installation. Only owners of the first organization can see this."
      actions={
        app.source === "dashboard" && (
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="destructive" disabled={disconnect.isPending}>
                Disconnect
              </Button>
            }
            title="Disconnect this App?"
            action="Disconnect"
            isDestructive
            typeToConfirm={app.name}
            onConfirm={() => disconnect.mutate()}
          >
            This deletes the stored key. Projects with GitHub repositories fail until you connect an App again.
          </ConfirmDialog>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FormError message={problem ?? undefined} />
        <Facts
          facts={[
            {
              label: "App",
              value: app.url ? <TextLink href={app.url}>{app.name || app.url}</TextLink> : `App ${app.id}`,
            },
            { label: "App ID", value: <code className="font-mono text-xs">{app.id}</code> },
            { label: "Source", value: SOURCES[app.source] },
            {
              label: "Events",
              value: app.hasEvents ? (
                <Badge tone="success">Active</Badge>
              ) : (
                <span className="text-muted-foreground">
                  Off. Docsteward checks repositories every minute, and checks comments and merges when a job needs
                  them.
                </span>
              ),
            },
          ]}
        />
        {app.url && (
          <a href={app.installUrl} className={buttonClasses({ className: "w-fit" })}>
            Install App or select repositories
          </a>
        )}
      </div>
    </SettingsSection>
  );
}
