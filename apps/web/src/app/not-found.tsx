import { NotFoundMessage } from "../components/not-found-message.tsx";

export default function NotFound() {
  return (
    <main className="px-4">
      <NotFoundMessage />
    </main>
  );
}
