type Format = {
  name: string;
  prefix: string;
  /** Signs of the part behind the prefix, and how many of them there are at least. */
  signs: "alphanumeric" | "base64url" | "upper" | "jwt";
  least: number;
  /** Where every token of the kind has the same length. */
  most?: number;
};

/** Formats of tokens that secretlint's rules do not know, or know only in their longest form. Prefixes are those their makers publish. */
const FORMATS: readonly Format[] = [
  { name: "an OpenAI key", prefix: "sk-proj-", signs: "base64url", least: 30 },
  { name: "an OpenAI key", prefix: "sk-svcacct-", signs: "base64url", least: 30 },
  { name: "an OpenAI key", prefix: "sk-admin-", signs: "base64url", least: 30 },
  { name: "an Anthropic key", prefix: "sk-ant-", signs: "base64url", least: 20 },
  { name: "an OpenRouter key", prefix: "sk-or-v1-", signs: "alphanumeric", least: 40 },
  { name: "a Google API key", prefix: "AIza", signs: "base64url", least: 35, most: 35 },
  { name: "a Google OAuth secret", prefix: "GOCSPX-", signs: "base64url", least: 24 },
  { name: "a Slack token", prefix: "xoxb-", signs: "base64url", least: 24 },
  { name: "a Slack token", prefix: "xoxp-", signs: "base64url", least: 24 },
  { name: "a Slack token", prefix: "xoxa-", signs: "base64url", least: 24 },
  { name: "a Slack token", prefix: "xapp-", signs: "base64url", least: 24 },
  { name: "a GitLab token", prefix: "glpat-", signs: "base64url", least: 20 },
  { name: "a GitLab token", prefix: "glrt-", signs: "base64url", least: 20 },
  { name: "a GitLab token", prefix: "gldt-", signs: "base64url", least: 20 },
  { name: "a GitHub token", prefix: "ghp_", signs: "alphanumeric", least: 20 },
  { name: "a GitHub token", prefix: "gho_", signs: "alphanumeric", least: 20 },
  { name: "a GitHub token", prefix: "ghu_", signs: "alphanumeric", least: 20 },
  { name: "a GitHub token", prefix: "ghs_", signs: "alphanumeric", least: 20 },
  { name: "a GitHub token", prefix: "ghr_", signs: "alphanumeric", least: 20 },
  { name: "a GitHub token", prefix: "github_pat_", signs: "base64url", least: 20 },
  { name: "a Stripe key", prefix: "sk_live_", signs: "alphanumeric", least: 16 },
  { name: "a Stripe key", prefix: "rk_live_", signs: "alphanumeric", least: 16 },
  { name: "a webhook secret", prefix: "whsec_", signs: "base64url", least: 24 },
  { name: "an npm token", prefix: "npm_", signs: "alphanumeric", least: 36, most: 36 },
  { name: "a PyPI token", prefix: "pypi-AgE", signs: "base64url", least: 50 },
  { name: "a Hugging Face token", prefix: "hf_", signs: "alphanumeric", least: 34 },
  { name: "an AWS access key", prefix: "AKIA", signs: "upper", least: 16, most: 16 },
  { name: "an AWS access key", prefix: "ASIA", signs: "upper", least: 16, most: 16 },
  { name: "a DigitalOcean token", prefix: "dop_v1_", signs: "alphanumeric", least: 60 },
  { name: "a JSON Web Token", prefix: "eyJ", signs: "jwt", least: 40 },
  { name: "a Docsteward API key", prefix: "svc_", signs: "base64url", least: 38 },
];

const SIGNS = {
  alphanumeric: /[A-Za-z0-9]/,
  base64url: /[A-Za-z0-9_\-/+=]/,
  upper: /[A-Z0-9]/,
  jwt: /[A-Za-z0-9_.-]/,
};
const WORD = /[A-Za-z0-9_-]/;
const MAX_TOKEN = 600;

/** A token in a text: `offset` counts UTF-16 units, `name` is the kind with its article ("a GitHub token"). */
export type FoundToken = { secret: string; offset: number; name: string };

/** Tokens by their prefixes, alphabets and lengths. One pass a format, each character looked at a fixed number of times. */
export function findTokens(text: string): FoundToken[] {
  return [...FORMATS.flatMap((format) => tokensOf(text, format)), ...logins(text), ...privateKeys(text)];
}

function tokensOf(text: string, { name, prefix, signs, least, most }: Format): FoundToken[] {
  const found: FoundToken[] = [];
  for (let at = text.indexOf(prefix); at >= 0; ) {
    const start = at + prefix.length;
    let end = start;
    while (end < text.length && end - start < MAX_TOKEN && SIGNS[signs].test(text[end] ?? "")) end += 1;
    const body = text.slice(start, end);
    const isAlone = at === 0 || !WORD.test(text[at - 1] ?? "");
    const isLong = body.length >= least && (most === undefined || body.length <= most);
    const secret = text.slice(at, end);
    if (isAlone && isLong && (signs !== "jwt" || isJwt(secret)) && !isPlaceholder(body) && isRandom(body))
      found.push({ secret, offset: at, name });
    at = text.indexOf(prefix, Math.max(end, at + 1));
  }
  return found;
}

/** Random text mixes kinds of characters; words of an example do not. */
function isRandom(body: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(body)).length;
  return kinds >= 2 && new Set(body).size >= 8;
}

/** A signed token that names an issuer or an expiry. Examples of the format mostly name neither. */
function isJwt(secret: string): boolean {
  const [head = "", payload = "", signature = ""] = secret.split(".");
  if (head.length < 10 || signature.length < 10) return false;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null && ("exp" in claims || "iss" in claims);
  } catch {
    return false;
  }
}

const KEY_BEGIN = "-----BEGIN ";
const KEY_KIND = /^[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/** Private keys in PEM, by their first line and a row of their content. */
function privateKeys(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  for (let at = text.indexOf(KEY_BEGIN); at >= 0; at = text.indexOf(KEY_BEGIN, at + KEY_BEGIN.length)) {
    const start = at + KEY_BEGIN.length;
    const kind = KEY_KIND.exec(text.slice(start, start + 80))?.[0];
    if (kind === undefined) continue;
    const content = text.slice(start + kind.length, start + kind.length + 300).split("-----", 1)[0] ?? "";
    const row = content.split(/[^A-Za-z0-9+/=]/).find((part) => part.length >= 40 && !isPlaceholder(part));
    if (row !== undefined) found.push({ secret: row, offset: at, name: "a private key" });
  }
  return found;
}

const LOGIN_SCHEMES = new Set([
  "postgres",
  "postgresql",
  "mysql",
  "mariadb",
  "mongodb",
  "mongodb+srv",
  "redis",
  "rediss",
  "amqp",
  "amqps",
  "mssql",
  "sqlserver",
  "clickhouse",
  "cockroachdb",
]);
const MAX_LOGIN = 300;

/** Passwords in addresses of databases and queues. */
function logins(text: string): FoundToken[] {
  const found: FoundToken[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    let start = at;
    while (start > 0 && at - start < 20 && /[a-z0-9+]/i.test(text[start - 1] ?? "")) start -= 1;
    if (!LOGIN_SCHEMES.has(text.slice(start, at).toLowerCase())) continue;
    const rest = text.slice(at + 3, at + 3 + MAX_LOGIN).split(/[\s"'`<>)]/, 1)[0] ?? "";
    const secret = text.slice(start, at + 3 + rest.length);
    const login = readLogin(secret);
    if (login && login.password.length >= 4 && !isExampleLogin(login))
      found.push({ secret, offset: start, name: "a password in a database URL" });
  }
  return found;
}

type Login = { user: string; password: string; host: string };

/** User, password and host of an address; null when it has no password. */
export function readLogin(address: string): Login | null {
  const from = address.indexOf("://");
  const rest = address.slice(from + 3);
  const [colon, sign] = [rest.indexOf(":"), rest.lastIndexOf("@")];
  if (from < 0 || sign < 0 || colon < 0 || colon > sign) return null;
  const host = rest.slice(sign + 1).split(/[:/?#,]/, 1)[0] ?? "";
  return { user: rest.slice(0, colon), password: rest.slice(colon + 1, sign), host };
}

const EXAMPLE_PASSWORDS = new Set([
  "pass",
  "pwd",
  "pw",
  "user",
  "username",
  "admin",
  "root",
  "postgres",
  "mysql",
  "guest",
  "token",
  "key",
  "test",
  "secret",
  "foo",
  "bar",
  "hunter2",
]);
const EXAMPLE_WORDS = [
  "password",
  "passwd",
  "example",
  "placeholder",
  "changeme",
  "your",
  "redacted",
  "xxx",
  "***",
  "...",
];

/** Logins of this machine, and those that documentation makes up. */
export function isExampleLogin({ user, password, host }: Login): boolean {
  const lower = password.toLowerCase();
  return (
    EXAMPLE_PASSWORDS.has(lower) ||
    EXAMPLE_WORDS.some((word) => lower.includes(word)) ||
    /^[<$%{[]/.test(lower) ||
    lower === user.toLowerCase() ||
    /^(?:localhost$|127\.|0\.0\.0\.0$|host$|hostname$)/i.test(host)
  );
}

const PLACEHOLDER_WORDS = ["example", "placeholder", "your", "xxxx", "0000000", "dummy", "redacted", "changeme", "..."];

/** What stands in documentation for a token: few different characters, or a word that says so. */
export function isPlaceholder(secret: string): boolean {
  const lower = secret.toLowerCase();
  return new Set(secret).size < 8 || PLACEHOLDER_WORDS.some((word) => lower.includes(word));
}
