"use client";

import { Badge } from "@docsteward/ui/badge";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { RepositoryChoice, RepositorySource, type Way } from "#components/new-project/connected-repository.tsx";
import { GitServerFields, NO_CREDENTIAL, toCredential } from "#components/new-project/git-server-fields.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Source } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

type Places = { mayUsePaths: boolean; isGitHubConnected: boolean };

/** The repositories that the agent reads beside the docs. */
export function SourcesView({ first, ...places }: { first: Source[] } & Places) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.source.list.queryOptions({ org, domain }, { initialData: first }));
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Sources"
        description="Other repositories that the agent reads and never changes, such as the product's code or an API description. Jobs look up facts about the product there."
      >
        {hasRole(role, "admin") ? (
          <AddForm {...places} />
        ) : (
          <p className="text-muted-foreground">Admins of the organization add and remove sources.</p>
        )}
      </SettingsSection>
      <SourceTable sources={data} />
    </div>
  );
}

const EMPTY = { name: "", repository: "", ref: "" };

function AddForm({ mayUsePaths, isGitHubConnected }: Places) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const ways: Way[] = [
    ...(isGitHubConnected ? (["github"] as const) : []),
    ...(mayUsePaths ? (["path"] as const) : []),
    "server",
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? "server");
  const [credential, setCredential] = useState(NO_CREDENTIAL);
  const add = useMutation(
    trpc.source.add.mutationOptions({
      onSuccess: ({ name, ref }) => {
        toast.success(`Source @${name} added at ${ref}.`);
        setValues(EMPTY);
        setCredential(NO_CREDENTIAL);
        void queryClient.invalidateQueries(trpc.source.list.queryFilter({ org, domain }));
      },
    }),
  );
  const set = (change: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ref, ...rest } = values;
    const entered = way === "server" ? toCredential(values.repository, credential) : undefined;
    add.mutate({ org, domain, ...rest, credential: entered, ...(ref.trim() !== "" && { ref }) });
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Add source" className="grid gap-4 sm:grid-cols-2">
      {ways.length > 1 && (
        <div className="sm:col-span-2">
          <RepositorySource
            ways={ways}
            value={way}
            onChange={(next) => {
              setWay(next);
              setCredential(NO_CREDENTIAL);
              set({ repository: "" });
            }}
          />
        </div>
      )}
      <Field label="Repository" className="sm:col-span-2">
        {way === "github" ? (
          <RepositoryChoice org={org} value={values.repository} onChange={(repository) => set({ repository })} />
        ) : (
          <Input
            value={values.repository}
            placeholder={way === "path" ? "/srv/app.git" : "https://git.example.com/acme/app.git"}
            onChange={({ target }) => set({ repository: target.value })}
          />
        )}
      </Field>
      {way === "server" && (
        <div className="flex flex-col gap-4 sm:col-span-2">
          <GitServerFields repository={values.repository} value={credential} onChange={setCredential} />
        </div>
      )}
      <LeaveGuard isDirty={Object.values(values).some((text) => text.trim() !== "")} />
      <Field label="Name" hint="The agent reads @name/path.">
        <Input value={values.name} placeholder="app" onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field label="Branch or tag" isOptional hint="The default branch if empty.">
        <Input value={values.ref} placeholder="main" onChange={({ target }) => set({ ref: target.value })} />
      </Field>
      <FormError message={add.error?.message} />
      <RestrictedButton
        type="submit"
        variant="primary"
        disabled={add.isPending || values.name === "" || values.repository === ""}
        className="w-fit"
      >
        {add.isPending ? "Adding…" : "Add source"}
      </RestrictedButton>
    </form>
  );
}

function SourceTable({ sources }: { sources: Source[] }) {
  if (sources.length === 0) return <p className="text-center text-muted-foreground">No sources yet.</p>;
  return (
    <Table aria-label="Sources">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader>Repository</TableHeader>
          <TableHeader>Ref</TableHeader>
          <TableHeader>Last read</TableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {sources.map((source) => (
          <TableRow key={source.name}>
            <TableCell className="whitespace-nowrap font-mono text-xs">@{source.name}</TableCell>
            <TableCell className="w-full break-all font-mono text-xs">{source.repository}</TableCell>
            <TableCell>
              <RefForm key={source.ref} source={source} />
            </TableCell>
            <TableCell className="min-w-40">
              <LastRead lastRead={source.lastRead} />
            </TableCell>
            <TableCell>
              <RemoveButton name={source.name} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** The ref, which is changed in its place. */
function RefForm({ source: { name, ref } }: { source: Source }) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [value, setValue] = useState(ref);
  const change = useMutation(
    trpc.source.change.mutationOptions({
      onSuccess: (source) => toast.success(`@${source.name} is read at ${source.ref} now.`),
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.source.list.queryFilter({ org, domain })),
    }),
  );
  if (!hasRole(role, "admin")) return <code className="font-mono text-xs">{ref}</code>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ org, domain, source: name, change: { ref: value } });
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5">
      <Input
        aria-label={`Ref of @${name}`}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        className="w-32"
      />
      {value.trim() !== ref && value.trim() !== "" && (
        <RestrictedButton type="submit" size="sm" disabled={change.isPending}>
          Save
        </RestrictedButton>
      )}
    </form>
  );
}

function LastRead({ lastRead }: Pick<Source, "lastRead">) {
  if (lastRead === null) return <span className="text-muted-foreground">Not read yet</span>;
  const { at, commit, error } = lastRead;
  return (
    <div className="flex flex-col items-start gap-0.5">
      <span>
        {commit === null ? (
          <Badge tone="destructive">Can't be read</Badge>
        ) : (
          <code className="font-mono text-xs">{commit.slice(0, 7)}</code>
        )}{" "}
        <RelativeTime at={at} className="text-muted-foreground text-xs" />
      </span>
      {error !== null && <span className="text-destructive text-xs">{error}</span>}
    </div>
  );
}

function RemoveButton({ name }: { name: string }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.source.remove.mutationOptions({
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.source.list.queryFilter({ org, domain })),
    }),
  );
  return (
    <ConfirmDialog
      trigger={
        <RestrictedButton size="sm" aria-label={`Remove @${name}`}>
          Remove
        </RestrictedButton>
      }
      title={`Remove @${name}?`}
      action="Remove source"
      onConfirm={() => remove.mutate({ org, domain, source: name })}
    >
      New jobs can't read it any more. The repository does not change.
    </ConfirmDialog>
  );
}
