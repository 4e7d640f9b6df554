import { isSafeAddress } from "./markdown.tsx";

/** Questions to choose from. */
export function Choices(props: {
  questions: string[];
  label: string;
  isReady: boolean;
  onAsk(question: string): void;
}) {
  const { questions, label, isReady, onAsk } = props;
  return (
    <div class="choices">
      <h3>{label}</h3>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" disabled={!isReady} onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The way to a person, where the project has one. */
export function Person({ contact, label }: { contact: string | null; label: string }) {
  if (contact === null || !isSafeAddress(contact)) return null;
  return (
    <>
      {" "}
      <a href={contact} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    </>
  );
}
