import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

const SHAPES = { line: "rounded-md", card: "rounded-lg", circle: "rounded-full" };

/** Holds the place of what is still loading; give it the size and the shape of that. */
export function Skeleton(all: ComponentProps<"div"> & { shape?: keyof typeof SHAPES }) {
  const { shape = "line", className, ...props } = all;
  return <div aria-hidden className={cn("motion-safe:animate-pulse bg-accent", SHAPES[shape], className)} {...props} />;
}
