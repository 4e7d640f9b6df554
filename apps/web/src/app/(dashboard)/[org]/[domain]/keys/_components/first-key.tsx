import { EmptyState } from "@docsteward/ui/empty-state";
import { RestrictedButton } from "../../../../_components/restricted-button.tsx";

/** What a key opens, before there is one. */
export function FirstKey({ onCreate }: { onCreate: (kind: "admin" | "assistant") => void }) {
  return (
    <EmptyState title="No keys yet">
      <p>
        Keys let programs access this site. An <strong className="font-medium">admin key</strong> starts agent jobs from
        a server or CI and reads their results. An <strong className="font-medium">assistant key</strong> adds the
        assistant to your documentation pages.
      </p>
      <RestrictedButton variant="primary" className="w-fit" onClick={() => onCreate("admin")}>
        Create admin key
      </RestrictedButton>
    </EmptyState>
  );
}
