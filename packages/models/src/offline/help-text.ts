/** What the offline model answers when it is asked for something else: what it can do, and how to get a model that can do more. */
export const HELP_TEXT = `This installation runs Docsteward's offline model. It is a set of rules, not a language model: it carries out a few exact instructions, and can't answer questions or write text. It changed no file for instructions it didn't understand.

Supported instructions, one per line:

- \`replace "Old name" with "New name" everywhere\`, or \`… in guides/install\`
- \`rename the product "Old name" to "New name"\`
- \`create page guides/backup titled "Back up" saying "Run it every night."\`
- \`add a section "Proxies" to guides/install saying "Set HTTPS_PROXY."\`
- \`rename page guides/install to guides/setup\`, \`move guides/install to the folder start\`
- \`delete page guides/old\`
- \`fix the typo "recieve"\`, or \`fix the typo "recieve" to "receive"\`

For anything else, configure a model and restart Docsteward: set ANTHROPIC_API_KEY, or OPENAI_COMPATIBLE_BASE_URL and OPENAI_COMPATIBLE_MODEL for Ollama, vLLM, LM Studio and other services.`;
