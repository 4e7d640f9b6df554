"use client";
import { Combobox } from "@docsteward/ui/combobox";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Field } from "@docsteward/ui/field";
import { toast } from "@docsteward/ui/toast";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";
import { mayAct, useSite } from "../../../../../_components/site-context.tsx";
import { TextLink } from "../../../../../_components/text-link.tsx";
import { Facts } from "../../_components/facts.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import type { ProjectSource } from "./github-types.ts";

/** The project's repository, and the choice of another one at GitHub. */
export function RepositorySection({ first, mayConnectApp }: { first: ProjectSource; mayConnectApp: boolean }) {
  const { org, domain, role } = useSite();
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
      description="Jobs read it, push their branches to it and open their pull requests there."
      actions={
        data.isConnected && (
          <RestrictedButton size="sm" disabled={refresh.isPending} onClick={() => refresh.mutate({ org, domain })}>
            <RefreshCw aria-hidden />
            {refresh.isPending ? "Asking GitHub…" : "Refresh the list"}
          </RestrictedButton>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { label: "Now", value: <Address source={data} /> },
            { label: "Base branch", value: <code className="font-mono text-xs">{data.baseRef}</code> },
          ]}
        />
        {data.isConnected ? (
          mayAct(role, "admin") && <RepositoryPicker current={data.repository} />
        ) : (
          <p className="text-muted-foreground">
            {mayConnectApp
              ? "Connect a GitHub App below, and this project can work on a repository there."
              : "No GitHub App is connected here yet. An owner of the first organization can do that."}
          </p>
        )}
      </div>
    </SettingsSection>
  );
}

function Address({ source }: { source: ProjectSource }) {
  if (source.host === "github") return <TextLink href={source.repository}>{source.repository}</TextLink>;
  return <code className="break-all font-mono text-xs">{source.repository}</code>;
}

function RepositoryPicker({ current }: { current: string }) {
  const { org, domain } = useSite();
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
        toast.success(`The project works on ${repository} from now on.`);
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
        label="Another repository"
        hint="Those that the GitHub App may see and this organization may use."
        error={found.error?.message}
        className="min-w-0 flex-1 basis-72"
      >
        <Combobox
          choices={choices}
          value={chosen}
          onChange={setChosen}
          onType={setSearch}
          placeholder="Find one by its name"
          empty={found.isPending ? "Looking…" : "None fits. Select it for the App at GitHub, then refresh the list."}
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
        title={`Work on ${chosen}?`}
        action="Connect it"
        onConfirm={() => chosen !== null && connect.mutate({ org, domain, fullName: chosen })}
      >
        Its pages are indexed, and jobs that begin from now on go there. Jobs at work end on the repository they began
        with.
      </ConfirmDialog>
    </div>
  );
}
