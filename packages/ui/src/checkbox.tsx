"use client";
import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

type Props = Omit<ComponentProps<typeof Base.Root>, "className" | "children"> & { className?: string };

const BOX =
  "grid size-4 shrink-0 place-items-center rounded-sm border border-input bg-background text-primary-foreground transition-colors data-checked:border-primary data-indeterminate:border-primary data-checked:bg-primary data-indeterminate:bg-primary data-disabled:opacity-50 [&_svg]:size-3";

/** A box to tick. Alone it needs an `aria-label`; with `children` these are its label, `hint` one line about it. */
export function Checkbox({ children, hint, className, ...props }: Props & { children?: ReactNode; hint?: ReactNode }) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const box = (
    <Base.Root
      className={cn(BOX, children !== undefined && "mt-0.5", className)}
      {...props}
      id={children === undefined ? props.id : id}
    >
      <Base.Indicator className="flex data-unchecked:hidden">
        {props.indeterminate ? <Minus aria-hidden strokeWidth={3} /> : <Check aria-hidden strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
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
