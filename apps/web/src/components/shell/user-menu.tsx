"use client";

import { Avatar } from "@docsteward/ui/avatar";
import { Button } from "@docsteward/ui/button";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@docsteward/ui/menu";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { Keyboard, LogOut, Moon, Sun, UserRound } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import { useTRPC } from "../../trpc/client.tsx";
import { showShortcutSheet } from "../keyboard/keyboard.tsx";

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
      <MenuLink render={<Link href="/account" />}>
        <UserRound aria-hidden />
        Account
      </MenuLink>
      <MenuItem onClick={() => showShortcutSheet(true)}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        <LogOut aria-hidden />
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
