export { SettingsSkeleton as default } from "../_components/settings-skeleton.tsx";
