"use client";
import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/layout";
import type { ReactNode } from "react";
import { SecretBox, useUnloadGuard } from "#components/secret-box.tsx";

const VERIFY = `import { Webhook } from "standardwebhooks";

// Throws if the signature is invalid. \`body\` is the raw request body.
const event = new Webhook(WEBHOOK_SECRET).verify(body, headers);`;

/** Shows the secret of an endpoint, this once, and how deliveries are checked with it. */
export function RevealSecretDialog(props: {
  title: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  useUnloadGuard(true);
  return (
    // Left by its own button alone: a click beside it must not lose the secret.
    <Dialog open>
      <DialogContent title={props.title} hasClose={false}>
        <div className="flex flex-col gap-4">
          <SecretBox
            value={props.secret}
            label="Copy secret"
            words="Copy the signing secret now. It is stored encrypted and can't be shown again."
          />
          {props.children}
          <CodeBlock code={VERIFY} label="Copy code" />
        </div>
        <DialogActions className="mt-4">
          <Button variant="primary" onClick={props.onClose}>
            Done
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
