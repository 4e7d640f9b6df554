"use client";
import "./globals.css";
import { ErrorPage } from "../components/error-page.tsx";

/** Stands in when the frame around every page failed. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Docsteward failed</title>
        <main className="px-4">
          <ErrorPage {...props} />
        </main>
      </body>
    </html>
  );
}
