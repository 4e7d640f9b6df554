"use client";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { cn } from "./cn.ts";
import type { ComboboxProps } from "./combobox-parts.tsx";
import { textClasses, useFieldProps } from "./field.tsx";
import { onDemand } from "./popup.ts";

type Parts = typeof import("./combobox-parts.tsx");

const parts = onDemand(() => import("./combobox-parts.tsx"));

/** One of many choices, found by typing. The code of the list comes with the pointer or the focus. */
export function Combobox(props: ComboboxProps) {
  const { choices, value, onType, placeholder = "Search", isDisabled } = props;
  const names = { "aria-label": props.label, ...useFieldProps() };
  const [part, setPart] = useState<Parts>();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  if (part) return <part.LiveCombobox {...props} {...{ names, typed, isOpen }} />;
  const open = () => {
    setIsOpen(true);
    void parts.load().then(setPart);
  };
  return (
    <div className={cn("relative", props.className)}>
      <input
        role="combobox"
        aria-expanded={false}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={placeholder}
        disabled={isDisabled}
        value={typed || (choices.find((choice) => choice.value === value)?.label ?? value ?? "")}
        onPointerEnter={() => void parts.load()}
        onPointerDown={() => setIsOpen(true)}
        onFocus={() => void parts.load().then(setPart)}
        onChange={({ target }) => {
          setTyped(target.value);
          onType?.(target.value);
          open();
        }}
        className={cn(textClasses, "h-8 pr-8")}
        {...names}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Show options"
        disabled={isDisabled}
        onPointerEnter={() => void parts.load()}
        onClick={open}
        className="absolute inset-y-0 right-0 grid w-8 cursor-pointer place-items-center text-muted-foreground"
      >
        <ChevronsUpDown aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}
