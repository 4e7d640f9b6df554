"use client";
import { Switch as Base } from "@base-ui/react/switch";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

type Props = Omit<ComponentProps<typeof Base.Root>, "className" | "children"> & { className?: string };

/** A switch that applies immediately. Give it a label: a `Field` around it, a `<label>`, or `aria-label`. */
export function Switch({ className, ...props }: Props) {
  return (
    <Base.Root
      className={cn(
        "flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full border border-transparent bg-input p-0.5 transition-colors data-checked:bg-primary data-disabled:cursor-not-allowed data-disabled:opacity-50",
        className,
      )}
      {...props}
    >
      <Base.Thumb className="size-4 rounded-full bg-background transition-[translate] data-checked:translate-x-3.5 motion-reduce:transition-none" />
    </Base.Root>
  );
}
