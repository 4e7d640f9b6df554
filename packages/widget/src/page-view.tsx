import { useEffect, useRef, useState } from "preact/hooks";
import { Markdown } from "./markdown.tsx";
import type { Service } from "./service.ts";
import type { Strings } from "./strings.ts";

/** A page that is shown inside the window. */
export type ShownPage = { path: string; title: string; url: string };

/** A page of the documentation beside the conversation, so that readers keep their place. */
export function PageView(props: { page: ShownPage; strings: Strings; service: Service; onBack(): void }) {
  const { page, strings, service, onBack } = props;
  const [text, setText] = useState<string | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  // The reader comes from a button that is gone now.
  useEffect(() => back.current?.focus(), []);
  useEffect(() => {
    let isCurrent = true;
    service.readPage(page.path).then(
      (content) => isCurrent && setText(content),
      // The link above still leads to the page.
      () => isCurrent && setText(""),
    );
    return () => {
      isCurrent = false;
    };
  }, [page.path, service]);
  return (
    <div class="talk">
      <p class="bar">
        <button type="button" ref={back} class="plain" onClick={onBack}>
          ← {strings.back}
        </button>
        <a href={page.url}>{strings.openPage}</a>
      </p>
      {/* Most pages begin with their title. */}
      {!text?.trimStart().startsWith("# ") && <h3>{page.title}</h3>}
      {text === null ? <p role="status">…</p> : <Markdown text={text} strings={strings} cite={() => null} />}
    </div>
  );
}
