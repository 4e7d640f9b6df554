"use client";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { Controller, type UseFormReturn } from "react-hook-form";
import { LinesField } from "../../../../_components/lines-field.tsx";
import type { KeyForm } from "./key-form.ts";

const SCOPES = [
  { value: "read", label: "Read", hint: "Look at jobs and follow them." },
  { value: "write", label: "Write", hint: "Start jobs, send messages, cancel." },
] as const;

/** What people choose about a key and may change later. */
export function KeySettingsFields({ form }: { form: UseFormReturn<KeyForm> }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const kind = watch("kind");
  const hasOrigins = watch("allowedOrigins").trim() !== "";
  return (
    <>
      <Field label="Name" error={errors.name?.message} hint="What will use it: CI, docs website…">
        <Input {...register("name")} autoComplete="off" />
      </Field>
      {kind === "admin" ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium">May</legend>
          <Controller
            name="scopes"
            control={control}
            render={({ field }) => (
              <div className="flex flex-wrap gap-x-8 gap-y-2">
                {SCOPES.map(({ value, label, hint }) => (
                  <Checkbox
                    key={value}
                    hint={hint}
                    checked={field.value.includes(value)}
                    onCheckedChange={(isOn) =>
                      field.onChange(isOn ? [...field.value, value] : field.value.filter((scope) => scope !== value))
                    }
                  >
                    {label}
                  </Checkbox>
                ))}
              </div>
            )}
          />
          {errors.scopes && (
            <p role="alert" className="text-destructive text-xs">
              {errors.scopes.message}
            </p>
          )}
        </fieldset>
      ) : (
        <LinesField
          label="Websites"
          hint={
            hasOrigins
              ? "Only pages of these may call with the key from a browser. One origin a line."
              : "One origin a line, like https://docs.example.com. Without any the key serves server callers only."
          }
          error={errors.allowedOrigins?.message}
          placeholder="https://docs.example.com"
          {...register("allowedOrigins")}
        />
      )}
      <LinesField
        label="Addresses"
        hint="Only these may call with the key: addresses or ranges like 203.0.113.0/24, one a line. Without any, all may."
        error={errors.allowedIps?.message}
        {...register("allowedIps")}
      />
    </>
  );
}
