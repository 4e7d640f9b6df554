"use client";
import { Toaster as Sonner, toast } from "sonner";

export { toast };

/** Where toasts appear, in the look of the page around. */
export default function Toasts({ theme }: { theme: "light" | "dark" }) {
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      gap={8}
      toastOptions={{
        classNames: {
          toast:
            "!rounded-lg !border !bg-popover !text-popover-foreground !shadow-md !font-sans !text-[0.84375rem] !p-3",
          description: "!text-muted-foreground",
          success: "[&_[data-icon]]:!text-success",
          error: "[&_[data-icon]]:!text-destructive",
          actionButton: "!bg-primary !text-primary-foreground",
        },
      }}
    />
  );
}
