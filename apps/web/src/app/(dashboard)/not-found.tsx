import { NotFoundMessage } from "../../components/not-found-message.tsx";
import { HideProject } from "../../components/shell/missing-project.tsx";

export default function DashboardNotFound() {
  return (
    <>
      <HideProject />
      <NotFoundMessage />
    </>
  );
}
