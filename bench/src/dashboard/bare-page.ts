/** The least that a list in Next can be: as many rows as ours, of text that is in the code; no key, no database, no client component. */
export const BARE_PAGE = `
export const dynamic = "force-dynamic";
const rows = Array.from({ length: 30 }, (_, index) => "Explain quota " + index + " of region " + (index % 40));

export default function Page() {
  return <main><h1>Jobs</h1><ul>{rows.map((row) => <li key={row}><a href={"/" + row}>{row}</a></li>)}</ul></main>;
}
`;
