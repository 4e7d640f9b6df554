"use client";

import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/layout";
import { SecretBox, useUnloadGuard } from "#components/secret-box.tsx";

/** Shows a new secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  useUnloadGuard(true);
  return (
    // Left by its own button alone: a click beside it must not lose the secret.
    <Dialog open>
      <DialogContent title="Reader secret" hasClose={false}>
        <SecretBox
          value={secret}
          label="Copy secret"
          words="Copy the secret now. Your server signs readers' tokens with it. It is stored encrypted and can't be shown again."
        />
        <DialogActions className="mt-4">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
