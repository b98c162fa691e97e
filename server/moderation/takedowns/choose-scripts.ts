import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { StoredCase } from '#server/records/records.public.ts'

import { isTakenDown, restorableAt, stateOf } from './takedown.rules.ts'
import { selectCounterNotices, type TakedownScript } from './takedowns.queries.ts'

export type Choice = {
  /** The scripts that the decision takes down or restores. */
  chosen: readonly TakedownScript[]
  /** Answered with a counter-notice that the decision does not follow. */
  staysHidden: readonly TakedownScript[]
  /** Scripts are restored without a counter-notice, or less than 14 days after it. */
  isEarly: boolean
}

type Decided = {
  db: Db
  row: StoredCase
  decision: string
  response: string
  scriptIds: readonly number[] | undefined
  isReopened: boolean
  now: Date
}

/** A counter-notice restores the scripts of its sender only. */
export async function chooseScripts(
  { db: tx, row, decision, response, scriptIds, isReopened, now }: Decided,
  scripts: readonly TakedownScript[],
): Promise<Choice> {
  if (decision === 'denied') return { chosen: [], staysHidden: [], isEarly: false }
  if (stateOf(row) === 'received')
    return { chosen: among(scripts, scriptIds ?? scripts.map(idOf)), staysHidden: [], isEarly: false }
  const counters = await selectCounterNotices(tx, row.id)
  const hidden = scripts.filter(isTakenDown)
  const answered = hidden.filter(({ userId }) => counters.some((counter) => counter.userId === userId))
  // Those that were decided before stay as they are, unless they are chosen.
  const pending = answered.filter(({ userId }) =>
    counters.some((counter) => counter.userId === userId && isSince(row.decidedAt, counter.createdAt)),
  )
  if (decision === 'taken-down') return { chosen: [], staysHidden: pending, isEarly: false }
  const chosen = isReopened
    ? among(hidden, scriptIds ?? hidden.map(idOf))
    : among(answered, scriptIds ?? pending.map(idOf))
  const isEarly = chosen.some(({ userId }) => {
    const at = restorableAt(counters, userId)
    return at === null || now < at
  })
  if (isEarly && response === '')
    throw invalid({
      response: 'The 14 days after a counter-notice are not over. Please give the reason for restoring now.',
    })
  return { chosen, staysHidden: isReopened ? [] : pending.filter((one) => !chosen.includes(one)), isEarly }
}

const idOf = ({ scriptId }: TakedownScript) => scriptId

const isSince = (decidedAt: Date | null, time: Date) => decidedAt === null || time >= decidedAt

function among(possible: readonly TakedownScript[], ids: readonly number[]): TakedownScript[] {
  const chosen = possible.filter(({ scriptId }) => ids.includes(scriptId))
  if (ids.length === 0 || chosen.length < new Set(ids).size)
    throw invalid({ scripts: 'This is not possible for one of the scripts' })
  return chosen
}
