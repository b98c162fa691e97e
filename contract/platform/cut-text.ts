/** At most `max` UTF-16 units from the start of a text. Never half a surrogate pair, which PostgreSQL rejects in JSON. */
export function cutText(text: string, max: number): string {
  const isInPair = (text.codePointAt(max - 1) ?? 0) > 0xffff
  return text.slice(0, isInPair ? max - 1 : max)
}
