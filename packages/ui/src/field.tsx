"use client";
import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/**
 * One control with its label, a hint below and an error in the hint's place; the three are told to screen readers as such.
 *
 * @param error the sentence to show; undefined while all is well
 * @param children one control of this folder
 */
export function Field(props: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root invalid={props.error !== undefined} className={cn("flex flex-col gap-1.5", props.className)}>
      <Base.Label className="w-fit font-medium">
        {props.label}
        {props.isOptional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </Base.Label>
      {props.children}
      {props.error === undefined ? (
        props.hint && <Base.Description className="text-muted-foreground text-xs">{props.hint}</Base.Description>
      ) : (
        <Base.Error match className="text-destructive text-xs">
          {props.error}
        </Base.Error>
      )}
    </Base.Root>
  );
}
