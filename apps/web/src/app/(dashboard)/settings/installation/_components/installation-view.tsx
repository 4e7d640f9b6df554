"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { ErrorState } from "@docsteward/ui/states";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { formatDuration, RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import {
  DescriptionList,
  SettingsSection,
} from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Installation } from "#trpc/types.ts";

const REFRESH_MS = 5_000;

/** Queues, workers, disk and errors of all processes, renewed while the page is open. */
export function InstallationView({ first }: { first: Installation }) {
  const query = useQuery(
    useTRPC().installation.get.queryOptions(undefined, { initialData: first, refetchInterval: REFRESH_MS }),
  );
  const { queues, failed, workers, failedIndexes, errors } = query.data;
  return (
    <>
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      <Facts installation={query.data} />
      <Queues queues={queues} />
      <Failed entries={failed} />
      <Workers workers={workers} />
      <FailedIndexes indexes={failedIndexes} />
      <Errors errors={errors} />
    </>
  );
}

const GIGABYTE = 1_000_000_000;
const toGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

function Facts({ installation: { version, versions, disk, leftovers } }: { installation: Installation }) {
  const { caches, unusedCaches, databases } = leftovers;
  return (
    <SettingsSection title="This web process" description="Disk and leftovers are those of its machine.">
      <DescriptionList
        facts={[
          { label: "Docsteward", value: version },
          { label: "Schema", value: <code className="break-all font-mono text-xs">{versions.schema}</code> },
          { label: "PostgreSQL", value: versions.postgresql },
          { label: "Node.js", value: versions.node },
          { label: "Git", value: versions.git },
          {
            label: "Disk of the data folder",
            value: disk
              ? `${toGigabytes(disk.freeBytes)} of ${toGigabytes(disk.totalBytes)} free`
              : "The data folder can't be read.",
          },
          {
            label: "Repository caches",
            value: unusedCaches === 0 ? String(caches) : `${caches}, ${unusedCaches} of no project`,
          },
          {
            label: "Unused databases",
            value:
              databases.length === 0 ? (
                "None"
              ) : (
                <ul className="flex flex-col gap-1">
                  {databases.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </SettingsSection>
  );
}

type ListProps = {
  title: string;
  description?: string;
  /** Said in place of an empty list. */
  empty: string;
  columns: readonly string[];
  /** The rows of the table. */
  children: ReactNode[];
};

/** One list of the page. */
function List({ title, description, empty, columns, children }: ListProps) {
  return (
    <SettingsSection title={title} description={description} isFlush>
      {children.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted-foreground">{empty}</p>
      ) : (
        <Table aria-label={title}>
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableHeader key={column}>{column || <span className="sr-only">Action</span>}</TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>{children}</TableBody>
        </Table>
      )}
    </SettingsSection>
  );
}

const STATE_TONES = { waiting: "neutral", running: "brand", failed: "destructive" } as const;

function Queues({ queues }: { queues: Installation["queues"] }) {
  return (
    <List title="Queues" empty="All queues are empty." columns={["Queue", "State", "Entries", "Oldest"]}>
      {queues.map(({ queue, state, count, oldestSeconds }) => (
        <TableRow key={`${queue} ${state}`}>
          <TableCell className="font-mono text-xs">{queue}</TableCell>
          <TableCell>
            <Badge tone={STATE_TONES[state]}>{state}</Badge>
          </TableCell>
          <TableCell className="tabular-nums">{count.toLocaleString("en")}</TableCell>
          <TableCell className="whitespace-nowrap tabular-nums">{formatDuration(oldestSeconds * 1_000)}</TableCell>
        </TableRow>
      ))}
    </List>
  );
}

function Failed({ entries }: { entries: Installation["failed"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const redrive = useMutation(
    trpc.installation.redrive.mutationOptions({
      onSuccess: () => toast.success("The entry is back in its queue."),
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.installation.get.queryKey() }),
    }),
  );
  return (
    <List
      title="Failed entries"
      description="Workers gave these up after all attempts. The newest 50."
      empty="No failed entries."
      columns={["Queue", "About", "Error", "Failed", ""]}
    >
      {entries.map(({ id, queue, about, error, failedAt, retryCount }) => (
        <TableRow key={id}>
          <TableCell className="font-mono text-xs">{queue}</TableCell>
          <TableCell className="font-mono text-xs">{about}</TableCell>
          <TableCell className="min-w-56 break-words">{error ?? "Its worker was lost."}</TableCell>
          <TableCell className="whitespace-nowrap text-muted-foreground">
            <RelativeTime at={failedAt} />, {retryCount + 1} attempts
          </TableCell>
          <TableCell>
            <Button
              size="sm"
              disabled={redrive.isPending}
              aria-label={`Retry ${queue} ${about ?? id}`}
              onClick={() => redrive.mutate({ id })}
            >
              Retry
            </Button>
          </TableCell>
        </TableRow>
      ))}
    </List>
  );
}

function Workers({ workers }: { workers: Installation["workers"] }) {
  return (
    <List
      title="Workers"
      description="Those that reported in the last 30 seconds."
      empty="No worker has reported. Start one: jobs wait."
      columns={["Process", "State", "Jobs", "Memory", "Disk free", "Started"]}
    >
      {workers.map(({ id, host, pid, startedAt, running, jobs, concurrency, pause, figures }) => (
        <TableRow key={id}>
          <TableCell className="whitespace-nowrap font-mono text-xs">
            {host}:{pid}
          </TableCell>
          <TableCell className="min-w-40">
            {pause === null ? (
              <Badge tone="success">takes jobs</Badge>
            ) : (
              <>
                <Badge tone="warning">paused</Badge> {pause.reason}, <RelativeTime at={pause.since} />
              </>
            )}
          </TableCell>
          <TableCell className="whitespace-nowrap tabular-nums">
            {running} of {concurrency}
            {jobs.map((job) => (
              <span key={job} className="block font-mono text-muted-foreground text-xs">
                {job}
              </span>
            ))}
          </TableCell>
          <TableCell className="whitespace-nowrap tabular-nums">
            {Math.round(figures.memoryBytes / 1_000_000)} MB
          </TableCell>
          <TableCell className="whitespace-nowrap tabular-nums">
            {figures.diskFreeBytes === null ? "not reported" : toGigabytes(figures.diskFreeBytes)}
          </TableCell>
          <TableCell className="whitespace-nowrap text-muted-foreground">
            <RelativeTime at={startedAt} />
          </TableCell>
        </TableRow>
      ))}
    </List>
  );
}

function FailedIndexes({ indexes }: { indexes: Installation["failedIndexes"] }) {
  return (
    <List
      title="Failed index runs"
      description="Projects whose last run failed. Their earlier pages still answer."
      empty="No failed index runs."
      columns={["Project", "Reason", "Failed"]}
    >
      {indexes.map(({ org, domain, failure, failedAt }) => (
        <TableRow key={`${org}/${domain}`}>
          <TableCell className="whitespace-nowrap">
            <Link href={`/${org}/${domain}/settings/index`} className="text-brand underline-offset-2 hover:underline">
              {org} / {domain}
            </Link>
          </TableCell>
          <TableCell className="min-w-56 break-words">{failure}</TableCell>
          <TableCell className="whitespace-nowrap text-muted-foreground">
            {failedAt && <RelativeTime at={failedAt} />}
          </TableCell>
        </TableRow>
      ))}
    </List>
  );
}

function Errors({ errors }: { errors: Installation["errors"] }) {
  return (
    <List
      title="Recent errors"
      description="The newest 50 lines that processes logged as errors. Their log has the details."
      empty="No errors."
      columns={["Error", "Request", "Process", "Logged"]}
    >
      {errors.map(({ id, message, requestId, process, createdAt }) => (
        <TableRow key={id}>
          <TableCell className="min-w-56 break-words">{message}</TableCell>
          <TableCell className="whitespace-nowrap font-mono text-xs">{requestId}</TableCell>
          <TableCell className="whitespace-nowrap font-mono text-xs">{process}</TableCell>
          <TableCell className="whitespace-nowrap text-muted-foreground">
            <RelativeTime at={createdAt} />
          </TableCell>
        </TableRow>
      ))}
    </List>
  );
}
