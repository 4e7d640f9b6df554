import { NotFoundMessage } from "../../components/not-found-message.tsx";

export default NotFoundMessage;
