import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** Holds what may be wider than its place. It can be reached by keyboard, since what cannot be reached cannot be scrolled. */
export function ScrollX({ as: Tag = "div", className, ...props }: ComponentProps<"div"> & { as?: "div" | "pre" }) {
  return <Tag tabIndex={0} className={cn("overflow-x-auto", className)} {...(props as object)} />;
}
