import { diffArrays } from 'diff'

/** A line of one or both texts; numbers are counted from 1. */
export type Line = {
  change: 'same' | 'added' | 'removed'
  before: number | null
  after: number | null
  text: string
}

/** Changed lines with some lines around them, or equal lines that are folded. */
export type Part = { isFolded: boolean; lines: Line[] }

export const compareLimits = {
  milliseconds: 1500,
  /** Equal lines that are shown around a change. */
  context: 3,
  /** Fewer equal lines are not folded. */
  foldedMin: 4,
} as const

/** Undefined when the comparison takes too long. */
export function compareTexts(before: string, after: string): Line[] | undefined {
  const changes = diffArrays(linesOf(before), linesOf(after), { timeout: compareLimits.milliseconds })
  if (!changes) return undefined
  const lines: Line[] = []
  let [old, now] = [0, 0]
  for (const { added, removed, value } of changes)
    for (const text of value)
      if (added) lines.push({ change: 'added', before: null, after: ++now, text })
      else if (removed) lines.push({ change: 'removed', before: ++old, after: null, text })
      else lines.push({ change: 'same', before: ++old, after: ++now, text })
  return lines
}

/** An empty text has no line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

export function foldLines(lines: readonly Line[]): Part[] {
  const { context, foldedMin } = compareLimits
  const parts: Part[] = []
  const add = (isFolded: boolean, added: readonly Line[]) => {
    const last = parts.at(-1)
    if (added.length === 0) return
    if (last && !isFolded && !last.isFolded) last.lines.push(...added)
    else parts.push({ isFolded, lines: [...added] })
  }
  for (let start = 0; start < lines.length;) {
    const isSame = lines[start]?.change === 'same'
    let end = start
    while (end < lines.length && (lines[end]?.change === 'same') === isSame) end++
    const from = start === 0 ? start : start + context
    const to = end === lines.length ? end : end - context
    if (isSame && to - from >= foldedMin) {
      add(false, lines.slice(start, from))
      add(true, lines.slice(from, to))
      add(false, lines.slice(to, end))
    } else add(false, lines.slice(start, end))
    start = end
  }
  return parts
}

export type Row = { before: Line | undefined; after: Line | undefined }

/** Removed lines are beside the lines that were added in their place. */
export function pairLines(lines: readonly Line[]): Row[] {
  const rows: Row[] = []
  for (let index = 0; index < lines.length;) {
    const line = lines[index]
    if (line?.change === 'same') {
      rows.push({ before: line, after: line })
      index++
      continue
    }
    const removed = takeWhile(lines, index, 'removed')
    const added = takeWhile(lines, index + removed.length, 'added')
    const height = Math.max(removed.length, added.length)
    for (let row = 0; row < height; row++) rows.push({ before: removed[row], after: added[row] })
    index += removed.length + added.length
  }
  return rows
}

function takeWhile(lines: readonly Line[], start: number, change: Line['change']): Line[] {
  let end = start
  while (lines[end]?.change === change) end++
  return lines.slice(start, end)
}

/** The different middle of two lines, as start and end in each; undefined where they have too little in common. */
export function differenceOf(
  before: string,
  after: string,
): { before: [number, number]; after: [number, number] } | undefined {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  if (start + end < shorter / 3) return undefined
  return { before: [start, before.length - end], after: [start, after.length - end] }
}
