"use client";
import "swagger-ui-dist/swagger-ui.css";
import "./api-reference.css";
import { Skeleton } from "@docsteward/ui/states";
import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";

/** The OpenAPI document as a page on which calls can be tried. Its library is loaded here and nowhere else. */
export function ApiReference() {
  const place = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const { resolvedTheme } = useTheme();

  useEffect(() => {
    let isGone = false;
    import("swagger-ui-dist/swagger-ui-es-bundle.js").then(({ default: SwaggerUi }) => {
      if (isGone || place.current === null) return;
      SwaggerUi({
        url: "/openapi.json",
        domNode: place.current,
        deepLinking: true,
        docExpansion: "list",
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        // Nothing of a document or a call goes anywhere but to this service.
        validatorUrl: null,
        persistAuthorization: false,
        onComplete: () => setShown(true),
      });
    });
    return () => {
      isGone = true;
    };
  }, []);

  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle("dark-mode", resolvedTheme === "dark");
    return () => classList.remove("dark-mode");
  }, [resolvedTheme]);

  return (
    <>
      {!isShown && <Skeleton className="h-96 w-full" />}
      <div ref={place} className="api-reference" />
    </>
  );
}
