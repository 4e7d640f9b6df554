import { NothingHere } from "./(dashboard)/_components/nothing-here.tsx";

export default function NotFound() {
  return (
    <main className="px-4">
      <NothingHere />
    </main>
  );
}
