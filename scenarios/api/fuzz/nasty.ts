import fc from "fast-check";

const PROTOTYPE_NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

/** Texts that are known to break programs. */
const TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u2066",
  "\ufeff",
  "é".normalize("NFD"),
  "💥".repeat(50),
  "\r\nX-Injected: 1",
  "\n\n\n",
  '\'; DROP TABLE "Job"; --',
  "%' OR 1=1 --",
  "{{7*7}}<%= 7*7 %>#{7*7}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "%zz",
  "-1",
  "1e400",
  "NaN",
  "null",
  "[object Object]",
  "refs/heads/main",
  "--upload-pack=touch",
  "$(reboot)",
  ...PROTOTYPE_NAMES,
];

const NUMBERS: readonly number[] = [0, -0, -1, 0.1, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 1e21];

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 40_000 }).map((length) => "x".repeat(length)) },
);

/** A value where something else was asked for. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { "": "" }),
  fc.constantFrom(...PROTOTYPE_NAMES).map((name) => JSON.parse(`{${JSON.stringify(name)}:{"isAdmin":true}}`)),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(nastyText, { maxLength: 150 }),
);

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Bodies that are no decent JSON, as bytes. */
export const nastyBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      "",
      " ",
      "{",
      "}",
      "null",
      "[]",
      "true",
      '"text"',
      "0",
      "1e999",
      "{'prompt':'x'}",
      '{"prompt":"x",}',
      '{"prompt":"x"}{"prompt":"y"}',
      '{"prompt":"x","prompt":"y"}',
      '{"prompt":"x","prompt":[]}',
      '{"__proto__":{"prompt":"x"}}',
      '{"constructor":{"prototype":{"prompt":"x"}},"prompt":"x"}',
      '{"prompt":"\\ud800"}',
      '{"prompt":"\\u0000"}',
      '\ufeff{"prompt":"x"}',
      nested(20_000),
      nestedObjects(20_000),
      `{"prompt":${nested(5_000)}}`,
    )
    .map((text) => Buffer.from(text)),
  fc
    .constantFrom("7b2270726f6d7074223a22ff22", "c3282f", "fffe7b007d00", "00", "eda080", "f8888080 80")
    .map((hex) => Buffer.from(hex, "hex")),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom("x", "é", "\\u0000", '\\"')
    .map((unit) => Buffer.from(`{"prompt":"${unit.repeat(1_000_000 / unit.length)}"}`)),
);

export const nastyHeader: fc.Arbitrary<[name: string, value: string]> = fc.oneof(
  fc.constantFrom<[string, string]>(
    ["Idempotency-Key", " "],
    ["Idempotency-Key", "a b"],
    ["Idempotency-Key", "k".repeat(300)],
    ["Idempotency-Key", '"quoted"'],
    ["Last-Event-ID", "-1"],
    ["Last-Event-ID", "999999999"],
    ["Last-Event-ID", "99999999999999999999"],
    ["Last-Event-ID", "1; DROP"],
    ["If-None-Match", "*"],
    ["If-None-Match", 'W/"'],
    ["If-None-Match", ",,,,"],
    ["Origin", "null"],
    ["Origin", "https://evil.example"],
    ["Origin", "file://"],
    ["Origin", "://"],
    ["X-Forwarded-For", "127.0.0.1, ::1, nonsense"],
    ["X-Forwarded-Host", "evil.example"],
    ["Forwarded", "for=unknown;host=evil"],
    ["X-Request-Id", "req_\u00ff"],
    ["X-Docsteward-Remote-Address", "10.0.0.1"],
    ["X-HTTP-Method-Override", "DELETE"],
    ["X-Middleware-Subrequest", "middleware:middleware:middleware"],
    ["X-Stream-Compat", "sideways"],
    ["Accept", "application/xml"],
    ["Accept-Encoding", "gzip;q=0, *;q=0"],
    ["Content-Encoding", "gzip"],
    ["Transfer-Encoding", "identity"],
    ["Expect", "100-continue"],
    ["Expect", "nonsense"],
    ["Cookie", "a=b; __proto__=1"],
    ["Range", "bytes=0-1"],
    ["Rsc", "1"],
    ["Next-Action", "0123456789abcdef0123456789abcdef01234567"],
    ["Next-Router-State-Tree", "%5B%22%22%5D"],
  ),
  fc.tuple(
    fc.constantFrom("Idempotency-Key", "Last-Event-ID", "If-None-Match", "Origin", "Authorization", "X-Anything"),
    fc.string({ unit: "binary-ascii", maxLength: 40 }).map((text) => text.replace(/[\r\n\0]/g, "")),
  ),
);

export const nastyContentType: fc.Arbitrary<string> = fc.constantFrom(
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/problem+json",
  "text/plain",
  "text/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json, text/plain",
  ";;;",
  "",
);
