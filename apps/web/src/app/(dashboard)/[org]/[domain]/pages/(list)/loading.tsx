import { ListSkeleton } from "#components/skeletons.tsx";

export default function PagesLoading() {
  return <ListSkeleton />;
}
