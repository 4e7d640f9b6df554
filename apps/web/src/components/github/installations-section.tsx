"use client";

import { Badge } from "@docsteward/ui/badge";
import { Select } from "@docsteward/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SettingsSection } from "../../app/(dashboard)/[org]/[domain]/settings/_components/settings-section.tsx";
import { useTRPC } from "../../trpc/client.tsx";
import type { AppStatus } from "../../trpc/types.ts";
import { TextLink } from "../page-elements.tsx";

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
        <Table aria-label="Installations" className="[&_td:first-child]:pl-4 [&_th:first-child]:pl-4">
          <TableHead>
            <TableRow>
              <TableHeader>Account</TableHeader>
              <TableHeader className="text-right">Repositories</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader>Used by</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {installations.map((installation) => (
              <TableRow key={installation.id}>
                <TableCell>
                  <TextLink href={installation.url}>{installation.account}</TextLink>
                </TableCell>
                <TableCell isNumber>{installation.repositoryCount}</TableCell>
                <TableCell>
                  <State installation={installation} />
                </TableCell>
                <TableCell>
                  <Select
                    label={`Organization that uses ${installation.account}`}
                    isSmall
                    choices={choices}
                    value={installation.org ?? NO_ORGANIZATION}
                    onChange={(org) => assign.mutate({ installationId: installation.id, org: org || null })}
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </SettingsSection>
  );
}

function State({ installation }: { installation: AppStatus["installations"][number] }) {
  const { isSuspended, missingPermissions } = installation;
  if (isSuspended) return <Badge tone="destructive">Suspended</Badge>;
  if (missingPermissions.length === 0) return <Badge tone="success">Ready</Badge>;
  return <Badge tone="warning">Missing: {missingPermissions.join(", ")}</Badge>;
}
