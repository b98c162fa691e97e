const names = new Map([
  ['script_status', 'status'],
  ['scriptFile', 'archive'],
  ['removeImages', 'images'],
  ['imageOrder', 'images'],
  ['sourceUrl', 'source repository'],
  ['documentationUrl', 'documentation link'],
  ['supportUrl', 'support link'],
  ['license', 'licence'],
])

/** The fields of a form, each once, as readers call them. */
export function fieldsText(fields: readonly string[]): string {
  return [...new Set(fields.map((field) => names.get(field) ?? field))].join(', ')
}
