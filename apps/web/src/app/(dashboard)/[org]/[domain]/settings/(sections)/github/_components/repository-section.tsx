"use client";
import { Button } from "@docsteward/ui/button";
import { Combobox } from "@docsteward/ui/combobox";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Field } from "@docsteward/ui/field";
import { toast } from "@docsteward/ui/toast";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { TextLink } from "#components/page-elements.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { organizationHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ProjectSource } from "#trpc/types.ts";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

/** The project's repository, and the choice of another one at GitHub. */
export function RepositorySection({ first }: { first: ProjectSource }) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.github.get.queryOptions({ org, domain }, { initialData: first }));
  const refresh = useMutation(
    trpc.github.refresh.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.github.pathFilter()),
      onError: ({ message }) => toast.error(message),
    }),
  );
  return (
    <SettingsSection
      title="Repository"
      description="Jobs read this repository, push branches to it and open pull requests in it."
      actions={
        data.isConnected && (
          <RestrictedButton size="sm" disabled={refresh.isPending} onClick={() => refresh.mutate({ org, domain })}>
            <RefreshCw aria-hidden />
            {refresh.isPending ? "Refreshing…" : "Refresh list"}
          </RestrictedButton>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <DescriptionList
          facts={[
            { label: "Current repository", value: <Address source={data} /> },
            { label: "Base branch", value: <code className="font-mono text-xs">{data.baseRef}</code> },
          ]}
        />
        {data.isConnected ? (
          hasRole(role, "admin") && <RepositoryPicker current={data.repository} />
        ) : (
          <div className="flex flex-col gap-1">
            <p className="text-muted-foreground">GitHub isn't connected yet, so repositories there can't be used.</p>
            <p>
              <TextLink href={organizationHref({ org, domain }, "github")}>Connect GitHub</TextLink>
            </p>
          </div>
        )}
        {hasRole(role, "admin") && <GitServerSection current={data} />}
      </div>
    </SettingsSection>
  );
}

function Address({ source }: { source: ProjectSource }) {
  if (source.host === "github") return <TextLink href={source.repository}>{source.repository}</TextLink>;
  return <code className="break-all font-mono text-xs">{source.repository}</code>;
}

// Few open it.
const GitServerForm = dynamic(() => import("./git-server-form.tsx"), { ssr: false });

function GitServerSection({ current }: { current: ProjectSource }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <GitServerForm current={current} onClose={() => setIsOpen(false)} />;
  return (
    <Button size="sm" className="w-fit" onClick={() => setIsOpen(true)}>
      {current.host === "git" ? "Replace the URL, token or key" : "Use a Git URL"}
    </Button>
  );
}

function RepositoryPicker({ current }: { current: string }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useQuery(
    trpc.github.repositories.queryOptions({ org, domain, search }, { placeholderData: keepPreviousData }),
  );
  const connect = useMutation(
    trpc.github.connect.mutationOptions({
      onSuccess: ({ repository }) => {
        toast.success(`Repository changed to ${repository}.`);
        setChosen(null);
        router.refresh();
      },
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.github.get.queryFilter({ org, domain })),
    }),
  );
  const choices = (found.data ?? []).map(({ fullName, isPrivate, isArchived }) => ({
    value: fullName,
    label: fullName,
    hint: isArchived ? "archived" : isPrivate ? "private" : "public",
  }));
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        label="Change repository"
        hint="Repositories that the GitHub App and this organization can access."
        error={found.error?.message}
        className="min-w-0 flex-1 basis-72"
      >
        <Combobox
          choices={choices}
          value={chosen}
          onChange={setChosen}
          onType={setSearch}
          placeholder="Search by name"
          empty={
            found.isPending
              ? "Searching…"
              : "No matching repositories. Give the GitHub App access to the repository, then refresh the list."
          }
        />
      </Field>
      <ConfirmDialog
        trigger={
          <RestrictedButton
            variant="primary"
            className="sm:mb-5.5"
            disabled={chosen === null || connect.isPending || current.endsWith(`/${chosen}`)}
          >
            {connect.isPending ? "Connecting…" : "Connect"}
          </RestrictedButton>
        }
        title={`Connect ${chosen}?`}
        action="Connect repository"
        onConfirm={() => chosen !== null && connect.mutate({ org, domain, fullName: chosen })}
      >
        Docsteward indexes the pages of this repository. New jobs use it. Running jobs finish on their current
        repository.
      </ConfirmDialog>
    </div>
  );
}
