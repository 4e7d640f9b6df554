"use client";
import { destroy, init } from "@docsteward/widget/loader";
import { useEffect, useRef } from "react";
import { usePlaygroundKey } from "#app/(dashboard)/[org]/[domain]/assistant/_components/playground-key.tsx";

/** The widget inside the page. Its questions are those of the playground. */
export function WidgetWindow() {
  const { get } = usePlaygroundKey();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void get().then((key) => {
      if (isCurrent && place.current)
        init({ key, host: location.origin, mode: "inline", target: place.current, selection: false, shortcut: "none" });
    });
    return () => {
      isCurrent = false;
      destroy();
    };
  }, [get]);
  return <div ref={place} className="h-120" />;
}
