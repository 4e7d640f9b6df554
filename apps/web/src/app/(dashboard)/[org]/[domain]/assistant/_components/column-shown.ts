"use client";
import { createFlag } from "../../../../_components/keyboard/create-flag.ts";

/** Set in browsers whose people have put the column of threads away. */
const STORED = "docsteward.threads-hidden";

const flag = createFlag({ read: () => localStorage.getItem(STORED) === null, onServer: true });

/** Shows the column of threads or puts it away, for this browser. */
export function setColumnShown(isShown: boolean): void {
  if (isShown) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, "1");
  flag.tell();
}

/** Whether the column of threads is shown where there is room for it, followed. */
export const useColumnShown = flag.useIsOn;
