import { expect, test } from "vitest";
import { decodeReferences } from "./character-references.ts";

test.each([
  ["Ada&#x27;s &#38; Bob&apos;s &quot;talk&quot;", `Ada's & Bob's "talk"`],
  ["caf&eacute; &Eacute; &NotEqualTilde;", "caf\u00e9 \u00c9 \u2242\u0338"],
  ["a &lt b &ltb &gt; &colon &made-up; &unknown;", "a < b &ltb > &colon &made-up; &unknown;"],
  ["?a=1&lt=2&gt&copy=3&amp;b=4", "?a=1&lt=2>&copy=3&b=4"],
  ["&#0000000000000106; &#X6a &#x000000006a;", "j j j"],
  ["a&#0;b&#x110000;c&#99999999999999999999;d", "abcd"],
  ["&amp;amp; & && &; &#; &#x;", "&amp; & && &; &#; &#x;"],
])("%j is %j", (text, plain) => {
  expect(decodeReferences(text)).toBe(plain);
});

test("a reference that never ends costs no more than its length", () => {
  for (const sign of ["&", "&#", "&#x", "a", "1"]) {
    const text = `&#x1&a${sign.repeat(200_000)}`;
    const startedMs = performance.now();
    decodeReferences(text);
    expect(performance.now() - startedMs).toBeLessThan(500);
  }
});
