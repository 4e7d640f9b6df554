"use client";
import { CommandGroup, CommandItem } from "@docsteward/ui/command";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, KeyRound } from "lucide-react";
import { useDeferredValue } from "react";
import { useTRPC } from "../../../../trpc/api.ts";
import { JobStatus } from "../job-status.tsx";
import { partHref } from "../site-parts.ts";
import { titleOf } from "../title-of.ts";

type Props = { site: { org: string; domain: string }; words: string; go: (href: string) => void };

const MOST = 5;
const LEAST_LETTERS = 2;

/** What the project has under the words that were typed: jobs, keys and pages. The server has chosen, so all of it is shown. */
export function FoundInSite({ site, words, go }: Props) {
  const trpc = useTRPC();
  const search = useDeferredValue(words.trim());
  const options = { enabled: search.length >= LEAST_LETTERS, placeholderData: keepPreviousData, staleTime: 10_000 };
  const jobs = useQuery({ ...trpc.job.list.queryOptions({ ...site, search, archived: false }), ...options });
  const keys = useQuery({ ...trpc.key.list.queryOptions(site), ...options });
  const pages = useQuery({ ...trpc.playground.pages.queryOptions({ ...site, search }), ...options });
  if (search.length < LEAST_LETTERS) return null;
  const lower = search.toLowerCase();
  const fitting = keys.data?.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(lower)) ?? [];
  return (
    <>
      <CommandGroup heading="Jobs">
        {jobs.data?.jobs.slice(0, MOST).map((job) => (
          <CommandItem
            key={job.id}
            value={job.id}
            keywords={[words]}
            onSelect={() => go(partHref(site, `jobs/${job.id}`))}
          >
            <JobStatus status={job.status} failureCode={job.failure?.code ?? null} isShort />
            <span className="truncate">{titleOf(job)}</span>
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading="API keys">
        {fitting.slice(0, MOST).map(({ id, name, hint }) => (
          <CommandItem key={id} value={id} keywords={[words]} onSelect={() => go(partHref(site, "keys"))}>
            <KeyRound aria-hidden />
            <span className="truncate">{name}</span>
            <span className="ml-auto shrink-0 font-mono text-muted-foreground text-xs">{hint}</span>
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading="Pages">
        {pages.data?.slice(0, MOST).map(({ path, title }) => (
          <CommandItem
            key={path}
            value={`page ${path}`}
            keywords={[words]}
            onSelect={() => go(partHref(site, `assistant?currentPath=${encodeURIComponent(path)}`))}
          >
            <FileText aria-hidden />
            <span className="truncate">{title}</span>
            <span className="ml-auto shrink-0 truncate font-mono text-muted-foreground text-xs">{path}</span>
          </CommandItem>
        ))}
      </CommandGroup>
    </>
  );
}
