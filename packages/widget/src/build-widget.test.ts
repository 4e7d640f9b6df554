import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWidget, WIDGET_BUDGETS } from "./build-widget.ts";

test("both files are within their budgets, and the loader names the version of the other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-widget-"));
  try {
    const sizes = await buildWidget(folder);

    expect(sizes["widget.js"]).toBeLessThanOrEqual(WIDGET_BUDGETS["widget.js"]);
    expect(sizes["widget-app.js"]).toBeLessThanOrEqual(WIDGET_BUDGETS["widget-app.js"]);
    const [loader, app] = await Promise.all(
      ["widget.js", "widget-app.js"].map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(loader).toMatch(/widget-app\.js\?v=[0-9a-f]{12}/);
    // Text that a page or a model wrote never becomes HTML.
    expect(`${loader}${app}`).not.toMatch(/insertAdjacentHTML|document\.write|new Function|eval\(/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
