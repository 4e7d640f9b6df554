"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { ScrollX } from "./layout.tsx";

const SHOWN_MS = 1500;

/**
 * Copies `value` and confirms it briefly. Without `children` it is an icon; with them they are its text, an id.
 *
 * @param label what is copied, for people who cannot see the icon: "Copy the job's id"
 */
export function CopyButton({
  value,
  label,
  children,
  className,
}: {
  value: string;
  label: string;
  children?: React.ReactNode;
  className?: string;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  };
  const Icon = isCopied ? Check : Copy;
  const said = isCopied ? "Copied" : label;
  return (
    <Button
      variant="ghost"
      size={children ? "id" : "icon"}
      weight="normal"
      aria-label={children ? undefined : said}
      title={label}
      onClick={copy}
      className={className}
    >
      {children && <span className="sr-only">{said}: </span>}
      {children}
      <Icon aria-hidden />
    </Button>
  );
}

/** A command or snippet to copy, as it stands; long lines scroll inside it. */
export function CodeBlock({ code, label = "Copy" }: { code: string; label?: string }) {
  return (
    <div className="flex min-w-0 items-start rounded-md border bg-muted">
      <ScrollX as="pre" className="min-w-0 flex-1 p-3 font-mono text-xs leading-relaxed">
        <code>{code}</code>
      </ScrollX>
      <CopyButton value={code} label={label} className="m-1.5" />
    </div>
  );
}
