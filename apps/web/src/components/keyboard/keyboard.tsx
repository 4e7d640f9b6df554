"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { createBooleanStore } from "../boolean-store.ts";
import { useProjectPath } from "../project-context.tsx";
import { PROJECT_PAGES, projectHref } from "../project-pages.ts";
import { mayLeaveTo } from "../unsaved-changes.ts";
import { keepTyping } from "./typed-ahead.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const ShortcutSheet = dynamic(() => import("./shortcut-sheet.tsx"), { ssr: false });

/** Gives every page its shortcuts, and shows the sheet that lists them. */
export function Keyboard() {
  const router = useRouter();
  const site = useProjectPath();
  const isSheetOpen = useShortcutSheet();
  const go = (href: string) => mayLeaveTo(href) && router.push(href);
  const newJob = (href: string) => {
    if (!mayLeaveTo(href)) return;
    keepTyping();
    router.push(href);
  };
  const inProject = site
    ? [
        ...PROJECT_PAGES.map(({ key, path }) => [`g ${key}`, () => go(projectHref(site, path))] as const),
        ["n", () => newJob(projectHref(site, "jobs?new=true"))] as const,
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
const flag = createBooleanStore({ read: () => isOpen, onServer: false });

/** Opens or closes the sheet of shortcuts, from wherever. */
export function showShortcutSheet(shown: boolean): void {
  isOpen = shown;
  flag.tell();
}

/** Whether the sheet is open. */
const useShortcutSheet = flag.useIsOn;
