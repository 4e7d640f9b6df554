export { default } from "../usage/loading.tsx";
