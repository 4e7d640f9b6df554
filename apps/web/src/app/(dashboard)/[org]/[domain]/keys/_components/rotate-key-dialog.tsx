"use client";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/dialog-actions";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Select } from "@docsteward/ui/select";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { useSite } from "../../../../_components/site-context.tsx";
import type { KeyRow, MadeKey } from "./key-row.ts";

const GRACES = [
  { value: "0", label: "Expire now" },
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
];

/** Makes a new key in the place of one, which works on for a while. */
export function RotateKeyDialog(props: { row: KeyRow; onMade: (made: MadeKey) => void; onClose: () => void }) {
  const { row, onMade, onClose } = props;
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const [graceHours, setGraceHours] = useState("24");
  const rotate = useMutation(trpc.key.rotate.mutationOptions({ onSuccess: onMade }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title={`Rotate ${row.name}`}
        description="Creates a new key with the same settings, limits and lifetime."
      >
        <div className="flex flex-col gap-3">
          <Field label="Old key expires after" hint="Allow enough time to replace the old key everywhere.">
            <Select choices={GRACES} value={graceHours} onChange={setGraceHours} isWide />
          </Field>
          <FormError message={rotate.error?.message} />
        </div>
        <DialogActions className="mt-4">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={rotate.isPending}
            onClick={() => rotate.mutate({ org, domain, id: row.id, graceHours: Number(graceHours) })}
          >
            {rotate.isPending ? "Rotating…" : "Rotate key"}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
