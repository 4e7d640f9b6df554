import { ListSkeleton } from "#components/skeletons.tsx";

export default function AutomationsLoading() {
  return <ListSkeleton />;
}
