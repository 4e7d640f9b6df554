"use client";
import { Check, Minus } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

type Props = Omit<ComponentProps<"input">, "type" | "onChange" | "children"> & {
  /** Neither on nor off, such as for a part of a list. */
  indeterminate?: boolean;
  onCheckedChange?: (isOn: boolean) => void;
};

const MARK = "pointer-events-none absolute inset-0 m-auto size-3 text-primary-foreground";

/** A box to tick: the browser's own, drawn anew. Alone it needs an `aria-label`; with `children` these are its label, `hint` one line about it. */
export function Checkbox(all: Props & { children?: ReactNode; hint?: ReactNode }) {
  const { children, hint, className, indeterminate = false, onCheckedChange, ...props } = all;
  const ownId = useId();
  const id = props.id ?? ownId;
  const box = (
    <span className={cn("relative inline-grid size-4 shrink-0", children !== undefined && "mt-0.5", className)}>
      <input
        {...props}
        type="checkbox"
        id={id}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        onChange={({ target }) => onCheckedChange?.(target.checked)}
        className="peer size-4 appearance-none rounded-sm border border-input bg-background transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:opacity-50"
      />
      {indeterminate ? (
        <Minus aria-hidden strokeWidth={3} className={MARK} />
      ) : (
        <Check aria-hidden strokeWidth={3} className={cn(MARK, "hidden peer-checked:block")} />
      )}
    </span>
  );
  if (children === undefined) return box;
  return (
    <label htmlFor={id} className="flex w-fit items-start gap-2">
      {box}
      <span>
        {children}
        {hint && <span className="block text-muted-foreground text-xs">{hint}</span>}
      </span>
    </label>
  );
}
