import type { Metadata } from "next";
import { openApiDocument } from "../../../server/openapi/document.ts";
import { PageTitle } from "../_components/page-title.tsx";
import { TextLink } from "../_components/text-link.tsx";
import { Operations } from "./_components/operations.tsx";
import { Reference } from "./_components/reference.tsx";

export const metadata: Metadata = { title: "API reference" };

export default function ReferencePage() {
  return (
    <div className="space-y-4">
      <PageTitle title="API reference">
        <TextLink href="/openapi.json">openapi.json</TextLink>
      </PageTitle>
      <Reference>
        <Operations document={openApiDocument()} />
      </Reference>
    </div>
  );
}
