declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  type SwaggerUiOptions = {
    url: string;
    domNode: HTMLElement;
    deepLinking?: boolean;
    docExpansion?: "list" | "full" | "none";
    defaultModelsExpandDepth?: number;
    displayRequestDuration?: boolean;
    validatorUrl?: string | null;
    persistAuthorization?: boolean;
    onComplete?(): void;
  };
  const SwaggerUi: (options: SwaggerUiOptions) => void;
  export default SwaggerUi;
}
