import { useEffect } from "react";
import { destroy, init } from "./loader.ts";
import type { WidgetOptions } from "./options.ts";

/** The component's properties: a widget's options. React keeps `key` for itself, so the assistant key is `apiKey` here. */
export type DocstewardWidgetProps = Omit<WidgetOptions, "key"> & { host: string; apiKey: string };

/** The assistant as a component: it puts the button on the page while it is mounted. Render it once. */
export function DocstewardWidget({ apiKey, readerToken, target, ...plain }: DocstewardWidgetProps): null {
  const options = JSON.stringify(plain);
  useEffect(() => {
    init({ ...(JSON.parse(options) as Omit<WidgetOptions, "key">), key: apiKey, readerToken, target });
    return destroy;
  }, [options, apiKey, readerToken, target]);
  return null;
}
