"use client";
import { ErrorPage } from "./_components/error-page.tsx";

export default ErrorPage;
