const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * Text of people as XML takes it, in an element as well as in an attribute. Control characters have no place in XML,
 * however they are written, and marks that turn the direction of a line would turn what stands around the text too.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufffe\uffff]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** The same on one line, for titles. */
export function xmlLine(text: string): string {
  return xmlText(text).replaceAll(/\s+/g, ' ').trim()
}
