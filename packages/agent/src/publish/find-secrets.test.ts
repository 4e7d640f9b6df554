import { expect, test } from "vitest";
import { findSecrets } from "./find-secrets.ts";

// Put together here, so that scanners do not take this file for a leak.
const SAMPLES = [
  `gh${"p_"}0123456789abcdefghijABCDEFGHIJ012345`,
  `gh${"s_"}0123456789abcdefghijABCDEFGHIJ012345`,
  `github_${"pat_"}0123456789abcdefghij_ABCDEFGHIJ`,
  `sk-${"ant-"}api03-0123456789abcdefghij`,
  `AK${"IA"}IOSFODNN7EXAMPLE`,
  `-----BEGIN RSA ${"PRIVATE"} KEY-----`,
  `ey${"J"}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
  `svc_${"0123456789".repeat(3)}01234567`,
];

test.each(SAMPLES)("finds %s in an added line", (secret) => {
  expect(findSecrets(`--- a/x\n+++ b/x\n@@ -1 +1 @@\n+key: ${secret}\n`)).toHaveLength(1);
});

test("says nothing of removed and unchanged lines", () => {
  expect(findSecrets(`-${SAMPLES[0]}\n ${SAMPLES[0]}\n`)).toEqual([]);
});

test("leaves placeholders and prefixes alone", () => {
  expect(findSecrets("+Authorization: Bearer svc_…\n+ANTHROPIC_API_KEY=sk-ant-...\n+<ADMIN_API_KEY>\n")).toEqual([]);
});
