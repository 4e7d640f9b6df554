"use client";

import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import type { ProjectTargets } from "../../trpc/types.ts";
import { NewProjectForm } from "./new-project-form.tsx";

/** Asks for another project. */
export default function NewProjectDialog({ places, onClose }: { places: ProjectTargets; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="New project" description="One documentation site: a repository, a branch and a folder.">
        <NewProjectForm places={places}>
          <Button onClick={onClose}>Cancel</Button>
        </NewProjectForm>
      </DialogContent>
    </Dialog>
  );
}
