"use client";

import { CommandDialog, CommandGroup, CommandItem } from "@docsteward/ui/command";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, KeyRound, Plus, SunMoon, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useDeferredValue, useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { jobTitle } from "../format.ts";
import { JobStatus } from "../job-status.tsx";
import { showShortcutSheet } from "../keyboard/keyboard.tsx";
import { useProjectPath } from "../project-context.tsx";
import { organizationHref, PROJECT_PAGES, projectHref } from "../project-pages.ts";
import { mayLeaveTo } from "../unsaved-changes.ts";

/** Other words that people have for a page, or for what is on it. */
const KEYWORDS: Record<string, string> = {
  "": "home start week set up",
  jobs: "agent tasks runs",
  pulls: "merge review changes diff",
  automations: "schedule cron merge trigger workflow",
  pages: "docs inventory list stale old outdated cited unused content",
  assistant: "chat ask question try assistant",
  conversations: "readers questions answers feedback ratings threads",
  keys: "api token rotate revoke secret",
  usage: "cost money spend calls statistics",
  settings: "general name rename branch folder site url retention",
};

/** Further places of a project, below its parts. */
export const PLACES = [
  { path: "conversations/gaps", label: "Unanswered questions", words: "gaps missing" },
  { path: "settings", label: "Settings: general", words: "name rename branch folder site url retention project id" },
  { path: "settings/index", label: "Settings: index", words: "reindex pages search embeddings semantic" },
  { path: "settings/sources", label: "Settings: sources", words: "code repositories api read" },
  { path: "settings/golden", label: "Settings: golden questions", words: "evaluation quality test regression" },
  { path: "settings/checks", label: "Settings: checks", words: "links lint warnings rules" },
  {
    path: "settings/models",
    label: "Settings: models",
    words: "connect anthropic openai claude ollama provider key llm",
  },
  { path: "settings/limits", label: "Settings: limits and budgets", words: "cost money rate spend monthly" },
  { path: "settings/webhooks", label: "Settings: webhooks and Slack", words: "events notifications endpoint delivery" },
  { path: "settings/origins", label: "Settings: allowed websites", words: "cors origins domains" },
  { path: "settings/access", label: "Settings: reader access", words: "groups private token sign in permissions" },
  { path: "settings/widget", label: "Settings: widget", words: "embed chat website script snippet" },
  { path: "settings/github", label: "Settings: repository", words: "github branch change connect" },
  { path: "settings/danger", label: "Settings: danger zone", words: "delete project remove" },
  { path: "reference", label: "API reference", words: "rest openapi curl documentation" },
];

/** Pages of the organization's settings. */
export const ORGANIZATION_PLACES = [
  { path: "members", label: "Organization: members", words: "invite people users roles team add colleague settings" },
  { path: "models", label: "Organization: models", words: "connect anthropic openai claude provider key llm settings" },
  {
    path: "limits",
    label: "Organization: limits and budgets",
    words: "cost money rate spend monthly requests settings",
  },
  { path: "github", label: "Organization: GitHub", words: "app connect install account settings" },
  { path: "audit", label: "Organization: audit log", words: "history events security settings" },
] as const;

/** Finds everything by its name, and does what is done often. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const site = useProjectPath();
  const { resolvedTheme, setTheme } = useTheme();
  const [words, setWords] = useState("");
  const projects = useQuery({ ...useTRPC().project.list.queryOptions(), staleTime: 30_000 });
  const go = (href: string) => {
    onClose();
    if (mayLeaveTo(href)) router.push(href);
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
            <CommandItem
              value="New job"
              keywords={["create start agent task"]}
              onSelect={() => go(projectHref(site, "jobs?new=true"))}
            >
              <Plus aria-hidden />
              New job
            </CommandItem>
            <CommandItem
              value="New admin key"
              keywords={["create api token"]}
              onSelect={() => go(projectHref(site, "keys?new=admin"))}
            >
              <Plus aria-hidden />
              New admin key
            </CommandItem>
            <CommandItem
              value="New assistant key"
              keywords={["create api token widget"]}
              onSelect={() => go(projectHref(site, "keys?new=assistant"))}
            >
              <Plus aria-hidden />
              New assistant key
            </CommandItem>
          </CommandGroup>
          <CommandGroup heading="Go to">
            {PROJECT_PAGES.map(({ path, label }) => (
              <CommandItem
                key={path}
                value={label}
                keywords={["go to", KEYWORDS[path] ?? ""]}
                onSelect={() => go(projectHref(site, path))}
              >
                {label}
              </CommandItem>
            ))}
            {PLACES.map(({ path, label, words: also }) => (
              <CommandItem
                key={label}
                value={label}
                keywords={["go to", also]}
                onSelect={() => go(projectHref(site, path))}
              >
                {label}
              </CommandItem>
            ))}
            {ORGANIZATION_PLACES.map(({ path, label, words: also }) => (
              <CommandItem
                key={label}
                value={label}
                keywords={["go to", also]}
                onSelect={() => go(organizationHref(site, path))}
              >
                {label}
              </CommandItem>
            ))}
          </CommandGroup>
        </>
      )}
      <CommandGroup heading="Projects">
        {projects.data?.map(({ id, org, domain, name }) => (
          <CommandItem
            key={id}
            value={`${name} ${org} ${domain}`}
            keywords={["project switch"]}
            onSelect={() => go(`/${org}/${domain}`)}
          >
            <span>
              <span className="text-muted-foreground">{org} / </span>
              {name}
            </span>
          </CommandItem>
        ))}
        <CommandItem value="All projects" keywords={["switch new project create"]} onSelect={() => go("/")}>
          All projects
        </CommandItem>
      </CommandGroup>
      <CommandGroup heading="Dashboard">
        <CommandItem
          value={`Switch to ${resolvedTheme === "dark" ? "light" : "dark"} theme`}
          keywords={["dark light mode appearance colors"]}
          onSelect={() => {
            setTheme(resolvedTheme === "dark" ? "light" : "dark");
            onClose();
          }}
        >
          <SunMoon aria-hidden />
          Switch to {resolvedTheme === "dark" ? "light" : "dark"} theme
        </CommandItem>
        <CommandItem
          value="Keyboard shortcuts"
          keywords={["help keys"]}
          onSelect={() => {
            onClose();
            showShortcutSheet(true);
          }}
        >
          Keyboard shortcuts
        </CommandItem>
        <CommandItem
          value="Your account"
          keywords={["sessions password email sign out profile"]}
          onSelect={() => go("/account")}
        >
          Your account
        </CommandItem>
        <CommandItem
          value="Your notifications"
          keywords={["email mail digest alerts webhook smtp"]}
          onSelect={() => go("/account/notifications")}
        >
          Your notifications
        </CommandItem>
        {!site && (
          <CommandItem value="API reference" keywords={["rest openapi curl"]} onSelect={() => go("/reference")}>
            API reference
          </CommandItem>
        )}
      </CommandGroup>
    </CommandDialog>
  );
}

type Props = { site: { org: string; domain: string }; words: string; go: (href: string) => void };

const MOST = 5;
const LEAST_LETTERS = 2;

/** What the project has under the words that were typed: jobs, keys, people and pages. The server has chosen, so all of it is shown. */
export function FoundInSite({ site, words, go }: Props) {
  const trpc = useTRPC();
  const search = useDeferredValue(words.trim());
  const options = { enabled: search.length >= LEAST_LETTERS, placeholderData: keepPreviousData, staleTime: 10_000 };
  const jobs = useQuery({ ...trpc.job.list.queryOptions({ ...site, search, archived: false }), ...options });
  const keys = useQuery({ ...trpc.key.list.queryOptions(site), ...options });
  const members = useQuery({ ...trpc.member.list.queryOptions({ org: site.org }), ...options });
  const pages = useQuery({ ...trpc.playground.pages.queryOptions({ ...site, search }), ...options });
  if (search.length < LEAST_LETTERS) return null;
  const lower = search.toLowerCase();
  const fitting = keys.data?.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(lower)) ?? [];
  const people =
    members.data?.members.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(lower)) ?? [];
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
      <CommandGroup heading="People">
        {people.slice(0, MOST).map(({ userId, name, email }) => (
          <CommandItem
            key={userId}
            value={userId}
            keywords={[words]}
            onSelect={() => go(organizationHref(site, "members"))}
          >
            <UserRound aria-hidden />
            <span className="truncate">{name}</span>
            <span className="ml-auto shrink-0 truncate text-muted-foreground text-xs">{email}</span>
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
