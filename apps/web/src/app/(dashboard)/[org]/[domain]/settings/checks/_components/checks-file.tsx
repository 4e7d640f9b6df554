import type { ChecksConfigText } from "@docsteward/services/project/read-checks-config";
import { CodeBlock } from "@docsteward/ui/code-block";

/** What the repository says of the checks just now. */
export function ChecksFile({ config }: { config: ChecksConfigText }) {
  const { text, path, ref, problem } = config;
  const where = (
    <>
      <code className="font-mono text-xs">{path}</code> on <code className="font-mono text-xs">{ref}</code>
    </>
  );
  if (problem !== null) return <p className="text-muted-foreground">{problem}</p>;
  if (text === null) return <p>No {where}. All checks use the defaults below.</p>;
  return (
    <>
      <p>Contents of {where}:</p>
      <CodeBlock code={text} label="Copy configuration" />
    </>
  );
}
