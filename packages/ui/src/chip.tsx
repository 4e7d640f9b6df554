"use client";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

/** A filter that is on or off; pressed is on. */
export function Chip({ isOn, className, ...props }: ComponentProps<"button"> & { isOn: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={cn(
        "inline-flex h-6 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-[0.8125rem] hover:bg-accent hover:text-foreground disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-3.5",
        isOn ? "border-foreground/30 bg-accent text-foreground" : "text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}

/** A value that was given and can be taken away again. `name` says to screen readers what the cross removes. */
export function RemovableChip({
  name,
  children,
  onRemove,
}: {
  name: string;
  children?: ReactNode;
  onRemove: () => void;
}) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1 rounded-full border bg-accent pr-0.5 pl-2.5 text-[0.8125rem]">
      <span className="truncate">{children ?? name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="grid size-5 cursor-pointer place-items-center rounded-full text-muted-foreground hover:bg-background hover:text-foreground"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  );
}
