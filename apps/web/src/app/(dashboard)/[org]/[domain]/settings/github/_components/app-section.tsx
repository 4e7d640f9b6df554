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
  environment: "Set by the variables of the service (GITHUB_APP_ID)",
  dashboard: "Made here; its key is kept encrypted",
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
        toast.success("The App and its key are forgotten. Delete it at GitHub, too.");
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
        description="An App of your own is how this Docsteward reaches GitHub: it sees the repositories that you select, and nothing else. It serves every organization here, so only owners of the first one see this."
      >
        <ConnectForm webUrl={webUrl} />
      </SettingsSection>
    );
  }
  return (
    <SettingsSection
      title="GitHub App"
      description="It serves every organization of this Docsteward, so only owners of the first one see this."
      actions={
        app.source === "dashboard" && (
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="destructive" disabled={disconnect.isPending}>
                Disconnect
              </Button>
            }
            title="Forget this App?"
            action="Disconnect"
            isDestructive
            typeToConfirm={app.name}
            onConfirm={() => disconnect.mutate()}
          >
            Its key is deleted here. Projects on repositories at GitHub fail until an App is connected again.
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
              value: app.url ? <TextLink href={app.url}>{app.name || app.url}</TextLink> : `Number ${app.id}`,
            },
            { label: "Number", value: <code className="font-mono text-xs">{app.id}</code> },
            { label: "Where from", value: SOURCES[app.source] },
            {
              label: "Events",
              value: app.hasEvents ? (
                <Badge tone="success">signed</Badge>
              ) : (
                <span className="text-muted-foreground">
                  None: repositories are looked at every minute. Comments and merges are seen when a job asks.
                </span>
              ),
            },
          ]}
        />
        {app.url && (
          <a href={app.installUrl} className={buttonClasses({ className: "w-fit" })}>
            Install it, or select repositories
          </a>
        )}
      </div>
    </SettingsSection>
  );
}
