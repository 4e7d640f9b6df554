import { ListSkeleton } from "#components/skeletons.tsx";

export default function JobsLoading() {
  return <ListSkeleton />;
}
