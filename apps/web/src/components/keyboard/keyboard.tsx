"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { createFlag } from "../boolean-store.ts";
import { useSitePath } from "../project-context.tsx";
import { partHref, SITE_PARTS } from "../project-pages.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const ShortcutSheet = dynamic(() => import("./shortcut-sheet.tsx"), { ssr: false });

/** Gives every page its shortcuts, and shows the sheet that lists them. */
export function Keyboard() {
  const router = useRouter();
  const site = useSitePath();
  const isSheetOpen = useShortcutSheet();
  const inProject = site
    ? [
        ...SITE_PARTS.map(({ key, path }) => [`g ${key}`, () => router.push(partHref(site, path))] as const),
        ["n", () => router.push(partHref(site, "jobs?new=true"))] as const,
      ]
    : [];
  useShortcuts({ "?": () => showShortcutSheet(true), "/": focusSearch, ...Object.fromEntries(inProject) });
  return isSheetOpen ? <ShortcutSheet onClose={() => showShortcutSheet(false)} /> : null;
}

function focusSearch() {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
}

let isOpen = false;
const flag = createFlag({ read: () => isOpen, onServer: false });

/** Opens or closes the sheet of shortcuts, from wherever. */
export function showShortcutSheet(shown: boolean): void {
  isOpen = shown;
  flag.tell();
}

/** Whether the sheet is open. */
const useShortcutSheet = flag.useIsOn;
