"use client";
import { CopyButton } from "@docsteward/ui/copy-button";

/** An id or an address as it stands, and a button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs">{value}</code>
      <CopyButton value={value} label={label} className="-my-1" />
    </span>
  );
}
