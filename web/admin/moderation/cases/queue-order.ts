import type { CaseRow } from '#contract/moderation/cases.ts'

type Place = Pick<CaseRow, 'id' | 'createdAt'>
type Claim = Pick<CaseRow, 'claimedBy' | 'claimedUntil'>

/** The name of another user who works on the case now. */
export function holderOf(
  { claimedBy, claimedUntil }: Claim,
  ownName: string,
  now: number,
): string | undefined {
  if (claimedBy === null || claimedBy === ownName || claimedUntil === null) return undefined
  return Date.parse(claimedUntil) > now ? claimedBy : undefined
}

/** The case before or after another one, which need not be in the list: its claim or decision may have removed it. */
export function neighbourOf<Row extends Place>(
  rows: readonly Row[],
  current: Place,
  step: 1 | -1,
): Row | undefined {
  const at = rows.findIndex(({ id }) => id === current.id)
  if (at >= 0) return rows[at + step]
  const after = rows.findIndex((row) => comesAfter(row, current))
  if (step === 1) return after < 0 ? undefined : rows[after]
  return after < 0 ? rows.at(-1) : rows[after - 1]
}

/** After a decision: the next case that is not claimed by another user, from the beginning after the last one. */
export function nextToDecide<Row extends Place & Claim>(
  rows: readonly Row[],
  decided: Place,
  ownName: string,
  now: number,
): Row | undefined {
  const free = rows.filter((row) => row.id !== decided.id && !holderOf(row, ownName, now))
  return free.find((row) => comesAfter(row, decided)) ?? free[0]
}

// The queue shows the oldest first.
function comesAfter(row: Place, other: Place): boolean {
  const [time, otherTime] = [Date.parse(row.createdAt), Date.parse(other.createdAt)]
  return time > otherTime || (time === otherTime && row.id > other.id)
}
