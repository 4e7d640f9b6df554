import { NotFoundMessage } from "../../components/not-found-message.tsx";
import { HideProject } from "../../components/project-context.tsx";

export default function DashboardNotFound() {
  return (
    <>
      <HideProject />
      <NotFoundMessage />
    </>
  );
}
