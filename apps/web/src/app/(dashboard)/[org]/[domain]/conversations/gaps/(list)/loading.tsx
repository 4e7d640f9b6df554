import { ListSkeleton } from "#components/skeletons.tsx";

export default function GapsLoading() {
  return <ListSkeleton />;
}
