import { ListSkeleton } from "../../../../_components/list-skeleton.tsx";

export default function ConversationsLoading() {
  return <ListSkeleton />;
}
