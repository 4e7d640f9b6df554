/** Why a form was refused, when no single field is to blame; nothing while all is well. */
export function FormError({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className="rounded-md border border-destructive/30 bg-destructive/5 px-3 py-2 text-destructive">
      {message}
    </p>
  );
}
