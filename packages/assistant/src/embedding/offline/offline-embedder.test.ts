import { expect, test } from "vitest";
import { createOfflineEmbedder } from "./offline-embedder.ts";

const embedder = createOfflineEmbedder();
const nearness = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

test("the same text has the same vector, alone and among others", async () => {
  const [first, , again] = await embedder.embedDocuments([
    "Install the package",
    "Something else",
    "Install the package",
  ]);
  const [alone] = await createOfflineEmbedder().embedDocuments(["Install the package"]);

  expect(again).toEqual(first);
  expect(alone).toEqual(first);
});

test("a question is nearer to what answers it in other words than to other passages", async () => {
  const question = await embedder.embedQuery("eliminating secret codes of customers");
  const passages = await embedder.embedDocuments([
    "Accounts › Passwords\nTo remove a password, open the user's settings and choose erase.",
    "Deployment › Containers\nBuild the image and push it to the registry before you roll out.",
    "Styling › Colors\nTheme colors are given as hexadecimal values in the stylesheet.",
  ]);

  const [right = 0, ...wrong] = passages.map((passage) => nearness(question, passage));

  expect(right).toBeGreaterThan(Math.max(...wrong) + 0.1);
});

test("an identifier is understood by its parts", async () => {
  const [identifier, words] = await embedder.embedDocuments(["deleteUserPassword", "delete user password"]);

  expect(identifier).toEqual(words);
});

test("an English question has a vector of length 1", async () => {
  const vector = await embedder.embedQuery("Where are environment variables read from?");

  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});

test.each([
  ["German", "Wie kann ich den Server so konfigurieren, dass sich Benutzer mit einem Passwort anmelden können?"],
  ["French", "Comment configurer le serveur pour que les utilisateurs puissent se connecter avec un mot de passe ?"],
  ["Spanish", "¿Cómo puedo configurar el servidor para que los usuarios inicien sesión con una contraseña?"],
  ["Russian", "Как настроить сервер для входа по паролю"],
  ["Japanese", "サーバーを設定する方法"],
])("a question in %s has no meaning for a table of English words", async (_, question) => {
  expect(Math.hypot(...(await embedder.embedQuery(question)))).toBe(0);
});

test("an empty text, and one without words, has no meaning", async () => {
  const vectors = await embedder.embedDocuments(["", "…", "12345", "zzxqy qqzrt"]);

  expect(vectors.map((vector) => Math.hypot(...vector))).toEqual([0, 0, 0, 0]);
});

test("embedding ends when it is called off", async () => {
  const aborted = AbortSignal.abort(new Error("called off"));

  await expect(embedder.embedDocuments(["A text"], { signal: aborted })).rejects.toThrow("called off");
});
