"use client";
import { ChevronsUpDown } from "lucide-react";
import { cn } from "./cn.ts";
import { inputClasses, useLabelledProps } from "./field.tsx";
import { onDemand, useOnDemand } from "./popup.ts";
import type { SelectProps } from "./select-parts.tsx";

export type { SelectChoice } from "./select-parts.tsx";

const parts = onDemand(() => import("./select-parts.tsx"));

/**
 * One of several choices, behind a button. The code of the list loads when a user is about to open it.
 *
 * @param label names it for screen readers; leave it out inside a `Field`
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { choices, value, placeholder = "Select", isDisabled = false } = props;
  const names = { "aria-label": props.label, ...useLabelledProps() };
  const { part, props: triggerProps } = useOnDemand(parts);
  const className = cn(
    inputClasses,
    "flex cursor-pointer items-center justify-between gap-2 hover:bg-accent data-disabled:pointer-events-none data-disabled:opacity-60",
    props.isSmall ? "h-7 text-[0.8125rem]" : "h-8",
    props.isWide ? "w-full" : "w-auto",
    props.className,
  );
  if (part) return <part.OpenSelect {...props} {...{ placeholder, names, className }} />;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      ref={props.ref}
      disabled={isDisabled}
      data-disabled={isDisabled ? "" : undefined}
      onBlur={props.onBlur}
      className={className}
      {...names}
      {...triggerProps}
    >
      <span className={cn("truncate", !chosen && "text-muted-foreground")}>{chosen?.label ?? placeholder}</span>
      <span aria-hidden>
        <ChevronsUpDown className="size-3.5 text-muted-foreground" />
      </span>
    </button>
  );
}
