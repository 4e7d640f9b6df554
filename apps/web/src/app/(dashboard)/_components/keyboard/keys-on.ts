"use client";
import { createFlag } from "./create-flag.ts";

/** Set in browsers whose people have switched single keys off, as those who speak to their computer need to. */
const STORED = "docsteward.keys-off";

/** Whether single keys are shortcuts in this browser. */
export function readKeysOn(): boolean {
  return localStorage.getItem(STORED) === null;
}

const flag = createFlag({ read: readKeysOn, onServer: true });

/** Switches the shortcuts of single keys on or off, for this browser. */
export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, "1");
  flag.tell();
}

/** `readKeysOn`, followed. */
export const useKeysOn = flag.useIsOn;
