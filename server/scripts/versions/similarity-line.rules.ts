import { similarLimits } from '#contract/scripts/similar.ts'

type Source = { name: string; author: string; at: Date; ownAt: Date }

/** The most important of what is known about copies, in one sentence; null when there is nothing to say. */
export function similarityLine(
  sameArchive: Source | undefined,
  similar: (Source & { share: number }) | undefined,
): string | null {
  if (sameArchive) return `Same archive as ${describe(sameArchive)}`
  if (!similar || similar.share < similarLimits.lineShareMin) return null
  return `${similar.share}% of the code is in ${describe(similar)}`
}

function describe({ name, author, at, ownAt }: Source): string {
  return `${name} by ${author}, uploaded ${age(at, ownAt)}`
}

const minute = 60_000
const units = [
  ['year', 365.25 * 24 * 60 * minute],
  ['month', (365.25 / 12) * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** For example "14 months earlier": in the largest unit of which there are two. */
function age(at: Date, than: Date): string {
  const difference = than.getTime() - at.getTime()
  const size = Math.abs(difference)
  const [unit, length] = units.find(([, each]) => size >= 2 * each) ?? units[4]
  const count = Math.floor(size / length)
  const word = difference < 0 ? 'later' : 'earlier'
  return count === 0 ? `less than a minute ${word}` : `${count} ${unit}${count === 1 ? '' : 's'} ${word}`
}
