"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { createBooleanStore } from "../boolean-store.ts";
import { useProjectPath } from "../project-context.tsx";
import { PROJECT_PAGES, projectHref } from "../project-pages.ts";
import { mayLeaveTo } from "../unsaved-changes.ts";
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

/** A page that has not opened its field by then will not: the keys are the page's again. */
const MOST_MS = 10_000;
const MOST_CHARACTERS = 2_000;

let typed = "";
let stop: (() => void) | null = null;

/**
 * Keeps what is typed from now on for the field that is about to open: people who press `n` go on typing, and the window comes
 * some time later. Ends with `takeTyped`, with Escape, a click, or after ten seconds.
 */
function keepTyping(): void {
  stop?.();
  typed = "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return end();
    if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const next = addKey(typed, event.key);
    if (next === null) return;
    typed = next.slice(0, MOST_CHARACTERS);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(() => end(), MOST_MS);
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("pointerdown", end, { capture: true });
    stop = null;
  };
  stop = end;
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("pointerdown", end, { capture: true });
}

/** What was typed since `keepTyping`; the keys go to the focused field from here on. */
export function takeTyped(): string {
  stop?.();
  const text = typed;
  typed = "";
  return text;
}

/** The text after a key; null for a key that types nothing. */
export function addKey(text: string, key: string): string | null {
  if (key === "Backspace") return text.slice(0, -1);
  return key.length === 1 ? text + key : null;
}
