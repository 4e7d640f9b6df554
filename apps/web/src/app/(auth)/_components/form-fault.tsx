/** Why a form was refused, told to screen readers when it appears. */
export function FormFault({ sentence }: { sentence: string | undefined }) {
  return (
    <p role="alert" className="text-destructive empty:hidden">
      {sentence}
    </p>
  );
}
