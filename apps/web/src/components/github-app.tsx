"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button, buttonClasses } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Select } from "@docsteward/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import {
  DescriptionList,
  SettingsSection,
} from "../app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useTRPC } from "../trpc/client.tsx";
import type { AppStatus } from "../trpc/types.ts";
import { TextLink } from "./page-elements.tsx";

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
        <DescriptionList
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

/** Opens GitHub, where one click creates the App; its key is stored automatically. */
function ConnectForm({ webUrl }: { webUrl: string }) {
  const trpc = useTRPC();
  const back = usePathname();
  const [account, setAccount] = useState("");
  const start = useMutation(
    trpc.github.startApp.mutationOptions({ onSuccess: ({ action, manifest }) => postForm(action, { manifest }) }),
  );
  const isLeaving = start.isPending || start.isSuccess;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ back, ...(account.trim() && { account: account.trim() }) });
      }}
    >
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-muted-foreground">
        <li>GitHub asks you to confirm an App with write access to contents, pull requests and checks.</li>
        <li>GitHub sends the App's key back to Docsteward. The key is stored encrypted.</li>
        <li>You install the App and select the repositories it can access.</li>
      </ol>
      <Field
        label="GitHub organization"
        isOptional
        hint="The owner of the App. Leave empty to use your personal account."
        className="max-w-sm"
      >
        <Input value={account} onValueChange={setAccount} autoComplete="off" spellCheck={false} placeholder="acme" />
      </Field>
      <FormError message={start.error?.message} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={isLeaving}>
          {isLeaving ? "Opening GitHub…" : "Create App on GitHub"}
        </Button>
        <span className="text-muted-foreground text-xs">{new URL(webUrl).host}</span>
      </div>
    </form>
  );
}

/** Leaves the page as a form would that has these fields: the answer is the next page. */
function postForm(action: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

const NO_ORGANIZATION = "";

/** The accounts at GitHub that have installed the App, and which organization here may use each. */
export function InstallationsSection({ first }: { first: AppStatus }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(trpc.github.app.queryOptions(undefined, { initialData: first }));
  const assign = useMutation(
    trpc.github.assign.mutationOptions({
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.github.pathFilter()),
    }),
  );
  const { installations, organizations } = data;
  const choices = [
    { value: NO_ORGANIZATION, label: "No organization" },
    ...organizations.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <SettingsSection
      title="Installations"
      description="GitHub accounts with the App installed, and the organization whose admins can connect their repositories."
      isFlush={installations.length > 0}
    >
      {installations.length === 0 ? (
        <p className="text-muted-foreground">
          The App isn't installed yet. Install it above, select the repositories with your docs, then refresh the list.
        </p>
      ) : (
        <InstallationTable
          label="Installations"
          rows={installations.map((installation) => ({
            ...installation,
            usedBy: (
              <Select
                label={`Organization that uses ${installation.account}`}
                isSmall
                choices={choices}
                value={installation.org ?? NO_ORGANIZATION}
                onChange={(org) => assign.mutate({ installationId: installation.id, org: org || null })}
              />
            ),
          }))}
        />
      )}
    </SettingsSection>
  );
}

type Installed = Omit<AppStatus["installations"][number], "org"> & {
  /** A column that only owners of the first organization see. */
  usedBy?: ReactNode;
};

/** Accounts at GitHub with the App installed. */
export function InstallationTable({ label, rows }: { label: string; rows: Installed[] }) {
  const hasUsers = rows.some(({ usedBy }) => usedBy !== undefined);
  return (
    <Table aria-label={label} className="[&_td:first-child]:pl-4 [&_th:first-child]:pl-4">
      <TableHead>
        <TableRow>
          <TableHeader>Account</TableHeader>
          <TableHeader className="text-right">Repositories</TableHeader>
          <TableHeader>State</TableHeader>
          {hasUsers && <TableHeader>Used by</TableHeader>}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ usedBy, ...installation }) => (
          <TableRow key={installation.id}>
            <TableCell>
              <TextLink href={installation.url}>{installation.account}</TextLink>
            </TableCell>
            <TableCell isNumber>{installation.repositoryCount}</TableCell>
            <TableCell>
              <InstallationState installation={installation} />
            </TableCell>
            {hasUsers && <TableCell>{usedBy}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Whether the App can work in an account at GitHub. */
function InstallationState({ installation: { isSuspended, missingPermissions } }: { installation: Installed }) {
  if (isSuspended) return <Badge tone="destructive">Suspended</Badge>;
  if (missingPermissions.length === 0) return <Badge tone="success">Ready</Badge>;
  return <Badge tone="warning">Missing: {missingPermissions.join(", ")}</Badge>;
}
