import { describe, expect, test } from "vitest";
import { condenseQuestion } from "./condense-question.ts";

test.each([
  ["And in production?", ["How do I enable SSR?"], "enable SSR"],
  ["What about Windows?", ["How do I install the CLI?"], "install CLI"],
  ["Why does it fail?", ["How do I run `vite build --ssr`?"], "run vite build ssr"],
  ["Und unter Windows?", ["Wie installiere ich das CLI?"], "installiere CLI"],
  ["thanks, more?", ["Hi", "How do I set MAX_AGE?", "And then?"], "set MAX_AGE"],
  ["那 Windows 呢？", ["如何安装 CLI？"], "如何安装 CLI"],
  ["它支持代理吗？", ["如何安装 CLI？"], "如何安装 CLI"],
  ["Windowsでは？", ["CLIをインストールするには？"], "CLIをインストールするには"],
  ["그럼 윈도우는?", ["CLI 설치"], "CLI 설치"],
])("%j leans on %j, and carries %j beside it", (text, earlier, carried) => {
  expect(condenseQuestion(text, earlier)).toEqual({ text, carried });
});

test.each([
  ["Why?", ["How do I install the CLI?"], "Why? install CLI"],
  ["为什么？", ["如何安装 CLI？"], "为什么？ 如何安装 CLI"],
])("%j has no words of its own, and is asked with those of %j", (question, earlier, text) => {
  expect(condenseQuestion(question, earlier)).toEqual({ text, carried: "" });
});

test.each([
  ["the first question of a conversation", "And in production?", []],
  ["a question with words of its own", "How do I configure the dev server proxy?", ["What is SSR?"]],
  ["one after nothing but greetings", "And that?", ["How are you?"]],
])("%s stays unchanged", (_, question, earlier) => {
  expect(condenseQuestion(question, earlier)).toEqual({ text: question, carried: "" });
});

describe("a change of topic", () => {
  test.each([
    ["Is there a proxy for websockets?", ["How do I rotate an API key?"]],
    ["How do I deploy to Netlify?", ["How do I rotate an API key?"]],
    ["如何配置开发服务器？", ["如何安装 CLI？"]],
    ["プロキシを設定するには", ["CLIをインストールするには？"]],
    ["วิธีตั้งค่าพร็อกซี", ["ติดตั้ง CLI อย่างไร"]],
    ["프록시를 설정하는 방법", ["CLI 설치"]],
  ])("%j has nothing of %j", (question, earlier) => {
    expect(condenseQuestion(question, earlier)).toEqual({ text: question, carried: "" });
  });

  test("that one word asks for is not drowned by the topic before", () => {
    expect(condenseQuestion("What is SSR?", ["How do I install the CLI on Windows?"])).toEqual({
      text: "What is SSR?",
      carried: "install CLI Windows",
    });
  });
});

test("the words that are carried over are few, also from a question that is a page long", () => {
  const long = Array.from({ length: 500 }, (_, index) => `word${index}`).join(" ");

  expect(condenseQuestion("And Windows?", [long]).carried.split(" ")).toHaveLength(8);
});

test("a long question is searched for without its middle, which is most often a pasted log", () => {
  const [question, log] = ["How do I fix this error?", "at line 1\n".repeat(2_000)];
  const before = condenseQuestion(`${question}\n${log}`, []).text;
  const after = condenseQuestion(`${log}\n${question}`, []).text;

  expect([before.length, after.length]).toEqual([4_001, 4_001]);
  expect([before.startsWith(question), after.endsWith(question)]).toEqual([true, true]);
});

test("a question from long ago is not what a follow-up leans on", () => {
  const greetings = Array.from({ length: 6 }, () => "How are you?");

  expect(condenseQuestion("And that?", ["What is SSR?", ...greetings]).text).toBe("And that?");
  expect(condenseQuestion("And that?", ["What is SSR?", ...greetings.slice(1)]).text).toBe("And that? SSR");
});
