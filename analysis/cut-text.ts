/** A part of a text, which neither begins nor ends inside a surrogate pair. */
export function partOf(text: string, start: number, end = text.length): string {
  return text.slice(isInPair(text, start) ? start + 1 : start, isInPair(text, end) ? end - 1 : end)
}

/** The first `max` UTF-16 units at most. */
export const cutText = (text: string, max: number): string => partOf(text, 0, max)

/** The last `max` UTF-16 units at most. */
export const cutToEnd = (text: string, max: number): string => partOf(text, Math.max(0, text.length - max))

function isInPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}
