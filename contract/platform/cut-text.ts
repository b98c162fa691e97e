/** At most `max` UTF-16 units from the start of a text. Never half a surrogate pair, which PostgreSQL rejects in JSON. */
export function cutText(text: string, max: number): string {
  const isInPair = (text.codePointAt(max - 1) ?? 0) > 0xffff
  return text.slice(0, isInPair ? max - 1 : max)
}

/** At most `max` UTF-16 units from the end of a text. */
export function cutStart(text: string, max: number): string {
  const isInPair = text.length > max && (text.codePointAt(text.length - max - 1) ?? 0) > 0xffff
  return text.slice(Math.max(0, text.length - (isInPair ? max - 1 : max)))
}
