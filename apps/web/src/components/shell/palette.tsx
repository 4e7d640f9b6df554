"use client";

import { CommandDialog, CommandGroup, CommandItem } from "@docsteward/ui/command";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, KeyRound, Plus, SunMoon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { jobTitle } from "../format.ts";
import { showShortcutSheet } from "../keyboard/keyboard.tsx";
import { useProjectPath } from "../project-context.tsx";
import { PROJECT_PAGES, projectHref } from "../project-pages.ts";
import { JobStatus } from "../status-badges.tsx";

/** Further places of a project, below its parts. */
const PLACES = [
  { path: "conversations/gaps", label: "Unanswered questions" },
  { path: "settings/index", label: "Settings: index" },
  { path: "settings/checks", label: "Settings: checks" },
  { path: "settings/models", label: "Settings: models and provider keys" },
  { path: "settings/limits", label: "Settings: limits and budgets" },
  { path: "settings/webhooks", label: "Settings: webhooks" },
  { path: "settings/members", label: "Settings: members" },
  { path: "settings/audit", label: "Settings: audit log" },
  { path: "settings/danger", label: "Settings: danger zone" },
];

/** Finds everything by its name, and does what is done often. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const site = useProjectPath();
  const { resolvedTheme, setTheme } = useTheme();
  const [words, setWords] = useState("");
  const projects = useQuery({ ...useTRPC().project.list.queryOptions(), staleTime: 30_000 });
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  return (
    <CommandDialog
      label="Search and commands"
      placeholder={site ? "Search jobs, keys, pages and commands" : "Search projects and commands"}
      words={words}
      onWordsChange={setWords}
      onClose={onClose}
      empty="No results."
    >
      {site && (
        <>
          <FoundInSite site={site} words={words} go={go} />
          <CommandGroup heading="Create">
            <CommandItem value="new job create" onSelect={() => go(projectHref(site, "jobs?new=true"))}>
              <Plus aria-hidden />
              New job
            </CommandItem>
            <CommandItem value="new admin key create api" onSelect={() => go(projectHref(site, "keys?new=admin"))}>
              <Plus aria-hidden />
              New admin key
            </CommandItem>
            <CommandItem
              value="new assistant key create api"
              onSelect={() => go(projectHref(site, "keys?new=assistant"))}
            >
              <Plus aria-hidden />
              New assistant key
            </CommandItem>
          </CommandGroup>
          <CommandGroup heading="Go to">
            {[...PROJECT_PAGES, ...PLACES].map(({ path, label }) => (
              <CommandItem key={path} value={`go to ${label}`} onSelect={() => go(projectHref(site, path))}>
                {label}
              </CommandItem>
            ))}
          </CommandGroup>
        </>
      )}
      <CommandGroup heading="Projects">
        {projects.data?.map(({ id, org, domain }) => (
          <CommandItem key={id} value={`project ${org} ${domain}`} onSelect={() => go(`/${org}/${domain}`)}>
            <span>
              <span className="text-muted-foreground">{org} / </span>
              {domain}
            </span>
          </CommandItem>
        ))}
        <CommandItem value="all projects" onSelect={() => go("/")}>
          All projects
        </CommandItem>
      </CommandGroup>
      <CommandGroup heading="Dashboard">
        <CommandItem
          value="switch theme light dark"
          onSelect={() => {
            setTheme(resolvedTheme === "dark" ? "light" : "dark");
            onClose();
          }}
        >
          <SunMoon aria-hidden />
          Switch to {resolvedTheme === "dark" ? "light" : "dark"} theme
        </CommandItem>
        <CommandItem
          value="keyboard shortcuts help"
          onSelect={() => {
            onClose();
            showShortcutSheet(true);
          }}
        >
          Keyboard shortcuts
        </CommandItem>
        <CommandItem value="your account sessions password" onSelect={() => go("/account")}>
          Your account
        </CommandItem>
        <CommandItem value="api reference" onSelect={() => go("/reference")}>
          API reference
        </CommandItem>
      </CommandGroup>
    </CommandDialog>
  );
}

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
            onSelect={() => go(projectHref(site, `jobs/${job.id}`))}
          >
            <JobStatus job={job} isShort />
            <span className="truncate">{jobTitle(job)}</span>
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading="API keys">
        {fitting.slice(0, MOST).map(({ id, name, hint }) => (
          <CommandItem key={id} value={id} keywords={[words]} onSelect={() => go(projectHref(site, "keys"))}>
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
            onSelect={() => go(projectHref(site, `assistant?currentPath=${encodeURIComponent(path)}`))}
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
