export interface LineRange {
  from: number
  to: number
}

/** `L40` or `L40-L52`. */
export function parseLineRange(hash: string): LineRange | undefined {
  const match = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash)
  if (!match) return undefined
  const from = Number(match[1])
  return createRange(from, Number(match[2] ?? from))
}

export function createRange(start: number, other: number): LineRange {
  return { from: Math.min(start, other), to: Math.max(start, other) }
}

export function rangeHash({ from, to }: LineRange): string {
  return from === to ? `L${from}` : `L${from}-L${to}`
}
