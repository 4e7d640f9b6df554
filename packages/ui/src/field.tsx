"use client";

import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { cn } from "./cn.ts";

type FieldNames = { controlId: string; labelId: string; hintId: string | undefined; isInvalid: boolean };

const FieldContext = createContext<FieldNames | null>(null);

/**
 * One control with its label, and a hint or an error below. Screen readers read the three as such.
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
  const id = useId();
  const isInvalid = props.error !== undefined;
  const names = {
    controlId: `${id}control`,
    labelId: `${id}label`,
    hintId: isInvalid || props.hint ? `${id}hint` : undefined,
    isInvalid,
  };
  return (
    <div className={cn("flex flex-col gap-1.5", props.className)}>
      <label id={names.labelId} htmlFor={names.controlId} className="w-fit font-medium">
        {props.label}
        {props.isOptional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </label>
      <FieldContext value={names}>{props.children}</FieldContext>
      {isInvalid ? (
        <div id={names.hintId} className="text-destructive text-xs">
          {props.error}
        </div>
      ) : (
        props.hint && (
          <p id={names.hintId} className="text-muted-foreground text-xs">
            {props.hint}
          </p>
        )
      )}
    </div>
  );
}

type Named = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: "true" | true | undefined;
};

/** What a control that a `<label>` can name takes from the `Field` around it. Outside one it is nothing. */
export function useFieldProps(): Named {
  const field = use(FieldContext);
  if (field === null) return {};
  return { id: field.controlId, "aria-describedby": field.hintId, "aria-invalid": field.isInvalid || undefined };
}

/** The same for a control that is no form control of HTML, which takes its name by reference. */
export function useLabelledProps(): Named & { "aria-labelledby"?: string } {
  const field = use(FieldContext);
  const named = useFieldProps();
  return field === null ? named : { ...named, "aria-labelledby": field.labelId };
}

/** How every control looks that holds a value; `textClasses` are those of the ones that are typed into. */
export const inputClasses =
  "min-w-0 rounded-md border border-input bg-background px-2.5 placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive pointer-coarse:text-base";

/** To CSS a button is read-only too, so that this is not for all of them. */
export const textClasses = `${inputClasses} w-full read-only:bg-muted`;

type InputProps = ComponentProps<"input"> & {
  onValueChange?: ((value: string) => void) | undefined;
  isSmall?: boolean;
};

/** A text field of one line. Inside a `Field` it takes label, hint and error from there. */
export function Input({ className, onValueChange, onChange, isSmall, ...props }: InputProps) {
  return (
    <input
      {...useFieldProps()}
      {...props}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
      className={cn(textClasses, isSmall ? "h-7" : "h-8", className)}
    />
  );
}

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

/** Why a form was refused, when no single field is to blame; nothing while all is well. */
export function FormError({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className="rounded-md border border-destructive/30 bg-destructive/5 px-3 py-2 text-destructive">
      {message}
    </p>
  );
}
