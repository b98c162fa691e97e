const tables = new Map<string, number[]>()
const textsMax = 8

/** The line of an offset, counted from 1. A line ends with LF, CR or CR LF. */
export function lineOf(text: string, offset: number): number {
  let ends = tables.get(text)
  if (!ends) {
    if (tables.size >= textsMax) tables.clear()
    ends = Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: mark, index }) => index + mark.length)
    tables.set(text, ends)
  }
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low + 1
}
