"use client";
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** Several views in one place. `value` and `onValueChange` when the choice belongs in the address. */
export const Tabs = Base.Root;

/** The row of tabs; scrolls sideways when there is no room. Name it with `aria-label`. */
export function TabList({
  className,
  ...props
}: Omit<ComponentProps<typeof Base.List>, "className"> & { className?: string }) {
  return (
    <Base.List className={cn("flex gap-4 overflow-x-auto border-b [scrollbar-width:none]", className)} {...props} />
  );
}

export function Tab({
  className,
  ...props
}: Omit<ComponentProps<typeof Base.Tab>, "className"> & { className?: string }) {
  return (
    <Base.Tab
      className={cn(
        "-outline-offset-2 flex cursor-pointer items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 py-2 font-medium text-muted-foreground hover:text-foreground data-active:border-foreground data-active:text-foreground [&_svg]:size-3.5",
        className,
      )}
      {...props}
    />
  );
}

export function TabPanel({
  className,
  ...props
}: Omit<ComponentProps<typeof Base.Panel>, "className"> & { className?: string }) {
  return <Base.Panel className={cn("pt-4", className)} {...props} />;
}
