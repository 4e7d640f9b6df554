"use client";
import { CommandDialog, CommandGroup, CommandItem } from "@docsteward/ui/command";
import { useQuery } from "@tanstack/react-query";
import { Plus, SunMoon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useState } from "react";
import { useTRPC } from "../../../../trpc/api.ts";
import { showShortcutSheet } from "../keyboard/sheet-state.ts";
import { partHref, SITE_PARTS } from "../site-parts.ts";
import { useSitePath } from "../use-site-path.ts";
import { FoundInSite } from "./found-in-site.tsx";

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
  const site = useSitePath();
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
            <CommandItem value="new job create" onSelect={() => go(partHref(site, "jobs?new=true"))}>
              <Plus aria-hidden />
              New job
            </CommandItem>
            <CommandItem value="new admin key create api" onSelect={() => go(partHref(site, "keys?new=admin"))}>
              <Plus aria-hidden />
              New admin key
            </CommandItem>
            <CommandItem value="new assistant key create api" onSelect={() => go(partHref(site, "keys?new=assistant"))}>
              <Plus aria-hidden />
              New assistant key
            </CommandItem>
          </CommandGroup>
          <CommandGroup heading="Go to">
            {[...SITE_PARTS, ...PLACES].map(({ path, label }) => (
              <CommandItem key={path} value={`go to ${label}`} onSelect={() => go(partHref(site, path))}>
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
