"use client";

import { KEY_LIFETIMES, KeyKind, KeyName, KeyScope } from "@docsteward/contract/key";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Field, Input } from "@docsteward/ui/field";
import { Controller, type UseFormReturn } from "react-hook-form";
import { z } from "zod";
import { LinesField } from "#components/lines-field.tsx";

/** The form of a key: lists are text, one entry a line. */
export const KeyForm = z.object({
  kind: KeyKind,
  name: KeyName,
  expiresInDays: z.literal(KEY_LIFETIMES),
  scopes: z.array(KeyScope).min(1, "Select at least one permission."),
  allowedOrigins: z.string(),
  allowedIps: z.string(),
  groups: z.string(),
});
export type KeyForm = z.infer<typeof KeyForm>;

export const KEY_FIELDS = ["name", "expiresInDays", "scopes", "allowedOrigins", "allowedIps", "groups"] as const;

const SCOPES = [
  { value: "read", label: "Read", hint: "View and follow jobs." },
  { value: "write", label: "Write", hint: "Start and cancel jobs, send messages." },
  { value: "readers", label: "Readers", hint: "Include who asked in analytics." },
] as const;

/** What people choose about a key and may change later. */
export function KeySettingsFields({ form }: { form: UseFormReturn<KeyForm> }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const kind = watch("kind");
  const hasOrigins = watch("allowedOrigins").trim() !== "";
  return (
    <>
      <Field label="Name" error={errors.name?.message} hint="What uses the key, for example CI or docs website.">
        <Input {...register("name")} autoComplete="off" />
      </Field>
      {kind === "admin" ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium">Permissions</legend>
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
        <>
          <LinesField
            label="Websites"
            hint={
              hasOrigins
                ? "Browsers can use the key only on these websites. Enter one origin per line."
                : "Enter one origin per line, for example https://docs.example.com. Leave empty to allow server requests only."
            }
            error={errors.allowedOrigins?.message}
            placeholder="https://docs.example.com"
            {...register("allowedOrigins")}
          />
          <LinesField
            label="Reader groups"
            hint="Enter one group per line. Where reader access is on, every caller of the key reads the pages of these groups, without a token."
            error={errors.groups?.message}
            {...register("groups")}
          />
        </>
      )}
      <LinesField
        label="Allowed IP addresses"
        hint="Enter one address or range per line, for example 203.0.113.0/24. Leave empty to allow all addresses."
        error={errors.allowedIps?.message}
        {...register("allowedIps")}
      />
    </>
  );
}
