"use client";
import { createFlag } from "./create-flag.ts";

let isOpen = false;
const flag = createFlag({ read: () => isOpen, onServer: false });

/** Opens or closes the sheet of shortcuts, from wherever. */
export function showShortcutSheet(shown: boolean): void {
  isOpen = shown;
  flag.tell();
}

/** Whether the sheet is open. */
export const useShortcutSheet = flag.useIsOn;
