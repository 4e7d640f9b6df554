"use client";

import { useEffect } from "react";
import { createBooleanStore } from "../boolean-store.ts";

let isMissing = false;
const flag = createBooleanStore({ read: () => isMissing, onServer: false });

/** Takes navigation, switcher and shortcuts of the address's project off the page while this is on it: there is no such project. */
export function HideProject() {
  useEffect(() => {
    isMissing = true;
    flag.tell();
    return () => {
      isMissing = false;
      flag.tell();
    };
  }, []);
  return null;
}

/** Whether the address names a project that does not exist, or that this person may not see. */
export const useIsProjectMissing = flag.useIsOn;
