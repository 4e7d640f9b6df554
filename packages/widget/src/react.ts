import { useEffect } from "react";
import { destroy, init } from "./loader.ts";
import type { WidgetOptions } from "./options.ts";

/** The assistant as a component: it puts the button on the page while it is mounted. Render it once. */
export function DocstewardWidget(props: WidgetOptions & { host: string }): null {
  const { readerToken, target, ...plain } = props;
  const options = JSON.stringify(plain);
  useEffect(() => {
    init({ ...(JSON.parse(options) as WidgetOptions), readerToken, target });
    return destroy;
  }, [options, readerToken, target]);
  return null;
}
