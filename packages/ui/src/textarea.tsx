"use client";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldProps } from "./field.tsx";
import { textClasses } from "./input.tsx";

/** What it grows between. */
const HEIGHTS = {
  md: "max-h-64 min-h-16",
  short: "max-h-48 min-h-16",
  tall: "max-h-64 min-h-28",
  page: "max-h-[45dvh] min-h-72",
};

/** A text field of several lines that grows with its text. Inside a `Field` it takes label, hint and error from there. */
export function Textarea({
  height = "md",
  className,
  ...props
}: ComponentProps<"textarea"> & { height?: keyof typeof HEIGHTS }) {
  return (
    <textarea
      {...useFieldProps()}
      className={cn(textClasses, "field-sizing-content block resize-none py-2", HEIGHTS[height], className)}
      {...props}
    />
  );
}
