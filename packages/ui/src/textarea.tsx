import { Input as Base } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { textClasses } from "./input.tsx";

/** A text field of several lines that grows with its text. Inside a `Field` it takes label, hint and error from there. */
export function Textarea({ className, value, defaultValue, id, name, disabled, ...props }: ComponentProps<"textarea">) {
  return (
    <Base
      {...{ value, defaultValue, id, name, disabled }}
      render={
        <textarea
          className={cn(textClasses, "field-sizing-content block max-h-64 min-h-16 resize-none py-2", className)}
          {...props}
        />
      }
    />
  );
}
