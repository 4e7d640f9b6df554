import { ListSkeleton } from "#components/skeletons.tsx";

export default function ConversationsLoading() {
  return <ListSkeleton />;
}
