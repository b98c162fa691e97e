/** A row of CSV (RFC 4180) that spreadsheets do not interpret as formulas. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(',')}\r\n`
}

// A cell that starts like this is a formula, which can send the data to another site (OWASP, CSV Injection).
const startsFormula = /^\s*[=+\-@＝＋－＠|%]|^\s/

function csvCell(text: string): string {
  const escaped = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
