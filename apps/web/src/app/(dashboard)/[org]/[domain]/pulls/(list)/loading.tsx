import { ListSkeleton } from "#components/skeletons.tsx";

export default function PullsLoading() {
  return <ListSkeleton />;
}
