"use client";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

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
