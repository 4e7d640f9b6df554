"use client";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { cn } from "./cn.ts";
import { inputClasses } from "./input.tsx";
import { popupClasses, popupItemClasses } from "./popup-classes.ts";

export type SelectChoice<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
};

/**
 * One of several choices, behind a button.
 *
 * @param label names it for screen readers; leave it out inside a `Field`
 */
export function Select<Value extends string>(props: {
  choices: readonly SelectChoice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  label?: string;
  placeholder?: string;
  name?: string;
  isDisabled?: boolean;
  isSmall?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}) {
  const { choices, value, placeholder = "Choose" } = props;
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(chosen) => chosen !== null && props.onChange(chosen)}
      name={props.name}
      disabled={props.isDisabled}
    >
      <Base.Trigger
        ref={props.ref}
        aria-label={props.label}
        onBlur={props.onBlur}
        className={cn(
          inputClasses,
          "flex w-auto cursor-pointer items-center justify-between gap-2 hover:bg-accent data-disabled:pointer-events-none data-disabled:opacity-60",
          props.isSmall ? "h-7 px-2 text-[0.8125rem]" : "h-8",
          props.className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted-foreground" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-3.5 text-muted-foreground" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "min-w-[var(--anchor-width)] max-w-[var(--available-width)]")}>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1">
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  disabled={choice.isDisabled}
                  className={cn(popupItemClasses, "pr-7")}
                >
                  <span className="min-w-0 flex-1">
                    <Base.ItemText className="block truncate">{choice.label}</Base.ItemText>
                    {choice.hint && <span className="block text-muted-foreground text-xs">{choice.hint}</span>}
                  </span>
                  <Base.ItemIndicator className="absolute right-3">
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
