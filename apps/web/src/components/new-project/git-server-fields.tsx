"use client";

import { Field, Input, Textarea } from "@docsteward/ui/field";

/** What a person enters to let git into a repository; empty texts are left out. */
export type CredentialValues = { username: string; token: string; privateKey: string; knownHosts: string };

export const NO_CREDENTIAL: CredentialValues = { username: "", token: "", privateKey: "", knownHosts: "" };

type Props = {
  repository: string;
  value: CredentialValues;
  onChange: (value: CredentialValues) => void;
  error?: string | undefined;
};

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Asks for the token of an https URL, or for the key of an SSH URL. */
export function GitServerFields({ repository, value, onChange, error }: Props) {
  const set = (change: Partial<CredentialValues>) => onChange({ ...value, ...change });
  if (isSsh(repository)) {
    return (
      <>
        <Field
          label="Private key"
          hint="A deploy key that may write, in OpenSSH or PEM format without a passphrase. It is stored encrypted."
          error={error}
        >
          <Textarea
            {...PLAIN}
            rows={4}
            className="font-mono text-xs"
            value={value.privateKey}
            onChange={({ target }) => set({ privateKey: target.value })}
          />
        </Field>
        <Field
          label="Known hosts"
          isOptional
          hint="Lines of ssh-keyscan for the server. Without them, the host key it shows first is kept."
        >
          <Textarea
            {...PLAIN}
            rows={2}
            className="font-mono text-xs"
            value={value.knownHosts}
            onChange={({ target }) => set({ knownHosts: target.value })}
          />
        </Field>
      </>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Access token"
        hint="A token that may read and write the repository. It is stored encrypted."
        error={error}
      >
        <Input
          {...PLAIN}
          type="password"
          autoComplete="new-password"
          value={value.token}
          onChange={({ target }) => set({ token: target.value })}
        />
      </Field>
      <Field label="User name" isOptional hint="If the server wants one beside the token.">
        <Input {...PLAIN} value={value.username} onChange={({ target }) => set({ username: target.value })} />
      </Field>
    </div>
  );
}

/** `ssh://…`, or `git@host:path`: a name and a host before the first slash. */
function isSsh(repository: string): boolean {
  const given = repository.trim().toLowerCase();
  if (given.includes("://")) return given.startsWith("ssh://");
  const [place = ""] = given.split("/", 1);
  const at = place.indexOf("@");
  return at > 0 && place.indexOf(":", at) > 0;
}

/** The credential as the service takes it; undefined where nothing was entered. */
export function toCredential(repository: string, { username, token, privateKey, knownHosts }: CredentialValues) {
  if (isSsh(repository)) {
    if (privateKey.trim() === "") return undefined;
    return { privateKey, ...(knownHosts.trim() !== "" && { knownHosts }) };
  }
  if (token.trim() === "") return undefined;
  return { token, ...(username.trim() !== "" && { username: username.trim() }) };
}
