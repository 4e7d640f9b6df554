import { NothingHere } from "./_components/nothing-here.tsx";

export default NothingHere;
