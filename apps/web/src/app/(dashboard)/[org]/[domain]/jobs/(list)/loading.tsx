import { ListSkeleton } from "../../../../_components/list-skeleton.tsx";

export default function JobsLoading() {
  return <ListSkeleton />;
}
