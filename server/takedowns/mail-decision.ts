import { takedownLimits, takedownNumber } from '#contract/takedowns.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import type { StoredCase } from '#server/cases/cases.public.ts'

import type { Choice } from './choose-scripts.ts'
import { mailClaimant } from './mail-claimant.ts'
import { stateOf } from './takedown.rules.ts'
import type { TakedownScript } from './takedowns.queries.ts'

type Decided = { row: StoredCase; decision: string; response: string }
type Scripts = Choice & { scripts: readonly TakedownScript[] }

/** The decision in an email to the claimant, with each script by name when it differs. */
export async function mailDecision(tx: Db, app: App, decided: Decided, scripts: Scripts): Promise<void> {
  const { row, response } = decided
  if (!row.claimant) return
  await mailClaimant(tx, app, row.claimant, {
    subject: `Takedown notice ${takedownNumber(row.id)}`,
    paragraphs: [...sentences(decided, scripts), ...(response === '' ? [] : [response])],
  })
}

function sentences({ row, decision }: Decided, { scripts, chosen, staysHidden, isEarly }: Scripts): string[] {
  const number = takedownNumber(row.id)
  const others = scripts.filter((script) => !chosen.includes(script))
  if (decision === 'denied') return [`Your takedown notice ${number} was denied.`]
  if (decision === 'restored')
    return [
      `After your takedown notice ${number} these scripts were restored: ${namesOf(chosen)}.`,
      ...(isEarly ? [`This was done before the ${takedownLimits.counterDays} days were over.`] : []),
      ...(staysHidden.length > 0 ? [`These stay hidden: ${namesOf(staysHidden)}.`] : []),
    ]
  if (stateOf(row) === 'counter-notice')
    return [`The scripts of your takedown notice ${number} stay hidden: ${namesOf(staysHidden)}.`]
  return [
    `After your takedown notice ${number} these scripts were taken down: ${namesOf(chosen)}.`,
    ...(others.length > 0 ? [`For these the notice was denied: ${namesOf(others)}.`] : []),
    `Their uploaders can send a counter-notice. Then we may restore the scripts after ${takedownLimits.counterDays} days.`,
  ]
}

/** Names that were public when the notice was received. */
const namesOf = (scripts: readonly TakedownScript[]) => scripts.map(({ name }) => name).join(', ')
