/** What was entered into the fields of a new account. */
export function readAccount(data: FormData): { name: string; email: string; password: string } {
  const read = (name: string) => String(data.get(name) ?? "");
  return { name: read("name"), email: read("email"), password: read("password") };
}
