"use client";

import { Avatar } from "@docsteward/ui/avatar";
import { Button } from "@docsteward/ui/button";
import { Kbd } from "@docsteward/ui/kbd";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@docsteward/ui/menu";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, Moon, Search, Sun, WifiOff } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTheme } from "next-themes";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTRPC } from "../../trpc/client.tsx";
import { showShortcutSheet } from "../keyboard/keyboard.tsx";
import { useModKey } from "../keyboard/use-shortcuts.ts";
import { useProjectPath } from "../project-context.tsx";
import { projectHref } from "../project-pages.ts";

/** Names the project of the page and leads to the others. */
export function ProjectSwitcher() {
  const site = useProjectPath();
  const [isOpen, setIsOpen] = useState(false);
  const trpc = useTRPC();
  // The pages of the project bring its name; until then the bar shows its domain.
  const { data: name } = useQuery(trpc.project.name.queryOptions(site ?? { org: "", domain: "" }, { enabled: false }));
  const { data, error } = useQuery({ ...trpc.project.list.queryOptions(), enabled: isOpen, staleTime: 30_000 });
  if (site === null) return null;
  return (
    <Menu
      onOpenChange={setIsOpen}
      align="start"
      className="min-w-56"
      trigger={
        <Button variant="ghost" size="text" weight="normal">
          <span className="max-w-28 truncate max-sm:hidden">{site.org}</span>
          <span aria-hidden className="text-border max-sm:hidden">
            /
          </span>
          <span className="truncate font-medium text-foreground">{name ?? site.domain}</span>
          <ChevronsUpDown aria-label="Switch project" />
        </Button>
      }
    >
      {data?.map(({ id, org, domain, name: itsName }) => (
        <MenuLink key={id} render={<Link href={`/${org}/${domain}`} />}>
          <span className="min-w-0 flex-1 truncate">
            <span className="text-muted-foreground">{org} / </span>
            {itsName}
          </span>
          {org === site.org && domain === site.domain && <Check aria-label="Current project" />}
        </MenuLink>
      ))}
      {data === undefined && <p className="px-2 py-1 text-muted-foreground">{error ? error.message : "Loading…"}</p>}
      <MenuSeparator />
      <MenuLink render={<Link href="/" />}>All projects</MenuLink>
    </Menu>
  );
}

const loadPalette = () => import("./palette.tsx");
const Palette = dynamic(loadPalette, { ssr: false });

/** Opens the palette, by click or by ⌘K. Its code loads when a person is about to open it. */
export function PaletteButton() {
  const modKey = useModKey();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setIsOpen((open) => !open);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        weight="normal"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setIsOpen(true)}
        className="sm:w-60 sm:justify-start"
      >
        <Search aria-hidden />
        <span className="max-sm:sr-only">Search and commands</span>
        <Kbd aria-hidden className="ml-auto max-sm:hidden">
          {modKey} K
        </Kbd>
      </Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Leads to the API reference: inside a project to the one with its names. */
export function ReferenceLink() {
  const site = useProjectPath();
  return (
    <Link
      href={site ? projectHref(site, "reference") : "/reference"}
      className="rounded-md px-2 py-1 text-[0.8125rem] text-muted-foreground hover:bg-accent hover:text-foreground max-sm:hidden"
    >
      API
    </Link>
  );
}

/** Who is signed in, and the way out. */
export function UserMenu({ name, email }: { name: string; email: string }) {
  const signOut = useMutation(
    useTRPC().session.signOut.mutationOptions({
      onSuccess: () => window.location.assign("/sign-in"),
      onError: (error) => void toast.error(error.message),
    }),
  );
  return (
    <Menu
      className="min-w-52"
      trigger={
        <Button variant="ghost" size="icon" shape="round">
          <Avatar name={name} />
          <span className="sr-only">Account of {name}</span>
        </Button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted-foreground text-xs">{email}</p>
      </div>
      <MenuSeparator />
      <MenuLink render={<Link href="/account" />}>Account</MenuLink>
      <MenuItem onClick={() => showShortcutSheet(true)}>Keyboard shortcuts</MenuItem>
      <MenuItem disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

/** Switches between the light and the dark look. */
export function ThemeToggle() {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Switch theme"
      onClick={() => setTheme(resolvedTheme === "dark" ? "light" : "dark")}
    >
      <Sun aria-hidden className="hidden dark:block" />
      <Moon aria-hidden className="dark:hidden" />
    </Button>
  );
}

/** Warns that the page may be outdated while the browser is offline. Disappears when the connection returns. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-b bg-warning/10 px-4 py-1.5 text-warning">
          <WifiOff aria-hidden className="size-3.5 shrink-0" />
          You are offline. This page might be out of date. Updates resume when you are back online.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
