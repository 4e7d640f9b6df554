"use client";

import { Button } from "@docsteward/ui/button";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ProjectTargets } from "../../trpc/types.ts";

const NewProjectDialog = dynamic(() => import("./new-project-dialog.tsx"), { ssr: false });

/** Opens the form for another project. */
export function NewProjectButton({ places }: { places: ProjectTargets }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden />
        New project
      </Button>
      {isOpen && <NewProjectDialog places={places} onClose={() => setIsOpen(false)} />}
    </>
  );
}
