"use client";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldProps } from "./field.tsx";
import { textClasses } from "./input.tsx";

/** A text field of several lines that grows with its text. Inside a `Field` it takes label, hint and error from there. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldProps()}
      className={cn(textClasses, "field-sizing-content block max-h-64 min-h-16 resize-none py-2", className)}
      {...props}
    />
  );
}
