const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * Escapes a user's text for an element or an attribute. XML forbids control characters, also as entities. Marks that
 * change the text direction are removed, because they would affect the text around them.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}|[\ufffe\uffff]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** As one line, for titles. */
export function xmlLine(text: string): string {
  return xmlText(text).replaceAll(/\s+/g, ' ').trim()
}
