"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "./cn.ts";
import { textClasses } from "./field.tsx";
import { popupClasses, popupHighlightClasses, popupItemClasses } from "./popup.ts";

type Props = ComboboxProps & { names: object; typed: string; isOpen: boolean };

/** A `Combobox` that has the focus, and what was typed so far. */
export function LiveCombobox(props: Props) {
  const { choices, value, onType, placeholder = "Search", empty = "No results." } = props;
  const chosen = choices.find((choice) => choice.value === value) ?? (value === null ? null : { value, label: value });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Base.Root
      defaultOpen={props.isOpen}
      {...(props.typed && { defaultInputValue: props.typed })}
      items={choices}
      value={chosen}
      onValueChange={(choice) => props.onChange(choice?.value ?? null)}
      onInputValueChange={(text, { reason }) => reason === "input-change" && onType?.(text)}
      isItemEqualToValue={(a, b) => a.value === b.value}
      disabled={props.isDisabled}
      {...(onType && { filter: null })}
    >
      <Base.InputGroup className={cn("relative", props.className)}>
        <Base.Input ref={input} {...props.names} placeholder={placeholder} className={cn(textClasses, "h-8 pr-8")} />
        <Base.Trigger
          aria-label="Show options"
          className="absolute inset-y-0 right-0 grid w-8 cursor-pointer place-items-center text-muted-foreground"
        >
          <ChevronsUpDown aria-hidden className="size-3.5" />
        </Base.Trigger>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, "w-[var(--anchor-width)] max-w-[var(--available-width)]")}>
            <Base.Empty>
              <p className="px-3 py-2 text-muted-foreground">{empty}</p>
            </Base.Empty>
            <Base.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 data-empty:p-0">
              {(choice: ComboboxChoice) => (
                <Base.Item key={choice.value} value={choice} className={cn(popupItemClasses, popupHighlightClasses)}>
                  <span className="min-w-0 flex-1 truncate">{choice.label}</span>
                  {choice.hint && <span className="shrink-0 text-muted-foreground text-xs">{choice.hint}</span>}
                  <Base.ItemIndicator>
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A choice of a combobox; `hint` is a second, smaller text. */
export type ComboboxChoice = { value: string; label: string; hint?: string };

/** Props of `Combobox`. */
export type ComboboxProps = {
  choices: readonly ComboboxChoice[];
  value: string | null;
  onChange: (value: string | null) => void;
  /** Receives the typed text, for choices that come from the server. The list is then shown unfiltered. */
  onType?: (text: string) => void;
  /** Names it for screen readers; leave it out inside a `Field`. */
  label?: string;
  placeholder?: string;
  empty?: string;
  isDisabled?: boolean;
  className?: string;
};
