"use client";

import { Field, Textarea } from "@docsteward/ui/field";
import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<typeof Textarea>, "className"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
};

/** Several entries, one a line. */
export function LinesField({ label, hint, error, ...props }: Props) {
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      <Textarea rows={2} spellCheck={false} className="font-mono text-xs" {...props} />
    </Field>
  );
}

/** The entries of a field that takes one a line. Commas and blanks part them as well: lists are pasted from anywhere. */
export function parseLines(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
