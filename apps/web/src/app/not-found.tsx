import { NothingHere } from "../components/not-found-message.tsx";

export default function NotFound() {
  return (
    <main className="px-4">
      <NothingHere />
    </main>
  );
}
