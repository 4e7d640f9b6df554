"use client";
import { ErrorPage } from "../../components/error-page.tsx";

export default ErrorPage;
