"use client";
import { destroy, init, open } from "@docsteward/widget/loader";
import { useEffect, useRef } from "react";
import { usePlaygroundKey } from "#app/(dashboard)/[org]/[domain]/assistant/_components/playground-key.tsx";
import type { Look } from "./widget-snippets.ts";

/** The widget on this page, as readers would see it. Its questions are those of the playground. */
export function WidgetWindow({ look }: { look: Look }) {
  const { get } = usePlaygroundKey();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void get().then((key) => {
      if (!isCurrent || !place.current) return;
      const { language, ...shown } = look;
      const options = { key, host: location.origin, target: place.current, selection: false, shortcut: "none" };
      init({ ...options, ...shown, ...(language !== "" && { language }) });
      open();
    });
    return () => {
      isCurrent = false;
      destroy();
    };
  }, [get, look]);
  return <div ref={place} className={look.mode === "inline" ? "mt-4 h-120" : ""} />;
}
