"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Input } from "@docsteward/ui/input";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "../../../../trpc/api.ts";
import { AccountSection } from "./account-section.tsx";

/** The name that others see; the address is what one signs in with. */
export function NameForm({ name, email }: { name: string; email: string }) {
  const router = useRouter();
  const rename = useMutation(
    useTRPC().account.rename.mutationOptions({
      onSuccess: () => {
        toast.success("Name saved.");
        router.refresh();
      },
    }),
  );
  return (
    <AccountSection title="Profile">
      <form
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ name: String(new FormData(event.currentTarget).get("name")) });
        }}
      >
        <Field label="Name" hint="Members of your organizations see this name next to your activity.">
          <Input name="name" autoComplete="name" required maxLength={100} defaultValue={name} />
        </Field>
        <Field label="Email address">
          <Input value={email} readOnly />
        </Field>
        <FormError message={rename.error?.message} />
        <Button type="submit" className="self-start" disabled={rename.isPending}>
          Save
        </Button>
      </form>
    </AccountSection>
  );
}
