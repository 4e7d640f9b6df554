import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";

/** The pieces of words that a model knows, by number. */
export type Tokenize = (text: string, maxTokens: number) => number[];

/** More letters than this a token has on average nowhere: what comes behind would be cut off. */
const CHARACTERS_A_TOKEN = 12;

/** @param folder of the package that carries the model */
export async function openTokenizer(folder: string): Promise<Tokenize> {
  const read = async (name: string): Promise<object> => JSON.parse(await readFile(join(folder, "model", name), "utf8"));
  const tokenizer = new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json"));
  return (text, maxTokens) => {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * CHARACTERS_A_TOKEN));
    const last = ids.at(-1);
    return ids.length <= maxTokens || last === undefined ? ids : [...ids.slice(0, maxTokens - 1), last];
  };
}
