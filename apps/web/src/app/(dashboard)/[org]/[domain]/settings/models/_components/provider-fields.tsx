"use client";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ANTHROPIC_MODELS, type ProviderForm } from "./provider-form.ts";
import type { Provider } from "./provider-types.ts";

const PROVIDERS = [
  { value: "anthropic", label: "Anthropic", hint: "Or a gateway that speaks its Messages API." },
  {
    value: "openai-compatible",
    label: "OpenAI-compatible server",
    hint: "Ollama, vLLM, LM Studio and many services. The model must be able to call tools.",
  },
] as const;

/** The fields of a provider. */
export function ProviderFields({ form, stored }: { form: UseFormReturn<ProviderForm>; stored: Provider | null }) {
  const { register, control, watch, setValue, formState } = form;
  const { errors } = formState;
  const isAnthropic = watch("provider") === "anthropic";
  const choose = (provider: ProviderForm["provider"]) => {
    const isStored = stored?.provider === provider;
    setValue("provider", provider, { shouldDirty: true });
    setValue("baseUrl", isStored ? (stored.baseUrl ?? "") : "");
    setValue("modelId", isStored ? stored.modelId : provider === "anthropic" ? ANTHROPIC_MODELS.modelId : "");
  };
  const keyHint = stored?.keyHint
    ? `Leave it empty to keep the one that ends in ${stored.keyHint}. For another provider or address give a key again.`
    : isAnthropic
      ? "It is shown in Anthropic's console."
      : "Leave it empty for a server that wants none.";
  return (
    <>
      <Controller
        name="provider"
        control={control}
        render={({ field }) => (
          <RadioGroup label="Provider" choices={PROVIDERS} value={field.value} onChange={choose} />
        )}
      />
      <Field label="API key" isOptional={!isAnthropic || stored !== null} error={errors.apiKey?.message} hint={keyHint}>
        <Input {...register("apiKey")} type="password" autoComplete="off" className="font-mono text-xs" />
      </Field>
      <Field
        label="Address"
        isOptional={isAnthropic}
        error={errors.baseUrl?.message}
        hint={
          isAnthropic
            ? "Only for a gateway of your own; empty is Anthropic itself."
            : "On the open internet over https. Networks of your own are opened by the operator: MODEL_ALLOWED_NETWORKS."
        }
      >
        <Input
          {...register("baseUrl")}
          type="url"
          inputMode="url"
          placeholder={isAnthropic ? "https://api.anthropic.com" : "https://models.example.com/v1"}
          className="font-mono text-xs"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={isAnthropic ? "Model behind “sonnet”" : "Model"}
          error={errors.modelId?.message}
          hint={isAnthropic ? "Jobs and answers use it unless told otherwise." : "As the server calls it."}
        >
          <Input {...register("modelId")} spellCheck={false} className="font-mono text-xs" />
        </Field>
        {isAnthropic && (
          <Field label="Model behind “opus”" error={errors.opusModelId?.message} hint="For jobs that ask for it.">
            <Input {...register("opusModelId")} spellCheck={false} className="font-mono text-xs" />
          </Field>
        )}
      </div>
    </>
  );
}
