const space = 0x20

/** Converts a timestamptz text of PostgreSQL to ISO 8601 in milliseconds. The usual form avoids Date, which is five times slower. */
export function isoTime(text: string): string {
  // 2026-11-22 00:31:39.792123+00; trailing zeros of the fraction are omitted.
  const isUsualForm = text.charCodeAt(10) === space && text.endsWith('+00')
  if (!isUsualForm) return new Date(text).toISOString()
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}
