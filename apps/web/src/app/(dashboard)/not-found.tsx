import { NothingHere } from "../../components/not-found-message.tsx";

export default NothingHere;
