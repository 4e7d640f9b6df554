import type { Metadata } from "next";
import { PageTitle } from "../_components/page-title.tsx";
import { TextLink } from "../_components/text-link.tsx";
import { ApiReference } from "./_components/api-reference.tsx";

export const metadata: Metadata = { title: "API reference" };

export default function ReferencePage() {
  return (
    <div className="space-y-4">
      <PageTitle title="API reference">
        <TextLink href="/openapi.json">openapi.json</TextLink>
      </PageTitle>
      <p className="max-w-prose text-muted-foreground text-sm">
        Every operation, and a way to try it on this installation: choose Authorize, paste a key, then open an
        operation. The key stays in this page and is forgotten when you leave it. Calls do what they say; a job you
        create here is a real one.
      </p>
      <ApiReference />
    </div>
  );
}
