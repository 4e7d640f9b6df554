"use client";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** One of two to five views, side by side: "Unified | Split". `label` names the group. */
export function Segmented<Value extends string>(props: {
  choices: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend of its own.
    <div
      role="group"
      aria-label={props.label}
      className={cn("inline-flex w-fit rounded-md border bg-muted p-0.5", props.className)}
    >
      {props.choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
          className="flex h-6 cursor-pointer items-center gap-1.5 rounded px-2 font-medium text-[0.8125rem] text-muted-foreground hover:text-foreground aria-pressed:bg-background aria-pressed:text-foreground aria-pressed:shadow-xs [&_svg]:size-3.5"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
