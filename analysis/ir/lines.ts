/** The offset at which each line starts. A line ends with LF, CR or CR LF. */
export function createLineTable(text: string): number[] {
  const starts = [0]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(index + 1) !== lineFeed))
      starts.push(index + 1)
  }
  return starts
}

/** The line of an offset, counted from 1. */
export function lineOf(starts: readonly number[], offset: number): number {
  let first = 0
  let last = starts.length
  while (last - first > 1) {
    const middle = (first + last) >> 1
    if ((starts[middle] ?? 0) > offset) last = middle
    else first = middle
  }
  return first + 1
}

const lineFeed = 10
const carriageReturn = 13
