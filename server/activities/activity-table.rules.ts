/** A table as text (RFC 4180) that spreadsheets open as nothing but text. */
export function tableRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => tableCell(cell === null ? '' : String(cell))).join(',')}\r\n`
}

// What starts like this is a formula to a spreadsheet, and a formula can send the table away (OWASP, CSV Injection).
const startsFormula = /^\s*[=+\-@＝＋－＠|%]|^\s/

function tableCell(text: string): string {
  const harmless = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
