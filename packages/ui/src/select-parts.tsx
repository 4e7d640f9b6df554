"use client";

import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { cn } from "./cn.ts";
import { popupClasses, popupHighlightClasses, popupItemClasses } from "./popup.ts";

type Props<Value extends string> = SelectProps<Value> & { names: object; className: string };

/** A `Select` that is open when it comes. */
export function OpenSelect<Value extends string>({ choices, names, className, ...props }: Props<Value>) {
  return (
    <Base.Root
      defaultOpen
      items={choices}
      value={props.value}
      onValueChange={(chosen) => chosen !== null && props.onChange(chosen)}
      name={props.name}
      disabled={props.isDisabled}
    >
      <Base.Trigger ref={props.ref} onBlur={props.onBlur} className={className} {...names}>
        <Base.Value placeholder={props.placeholder} className="truncate data-placeholder:text-muted-foreground" />
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
                  className={cn(popupItemClasses, popupHighlightClasses, "pr-7")}
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

/** A choice of a select; `hint` is a second, smaller text. */
export type SelectChoice<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
};

/** Props of `Select`. */
export type SelectProps<Value extends string> = {
  choices: readonly SelectChoice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  label?: string;
  placeholder?: string;
  name?: string;
  isDisabled?: boolean;
  isSmall?: boolean;
  /** As wide as its place, and not as its choice. */
  isWide?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};
