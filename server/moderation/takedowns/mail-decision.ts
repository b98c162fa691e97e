import { takedownNumber } from '#contract/moderation/takedowns.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import type { StoredCase } from '#server/records/records.public.ts'

import type { Choice } from './choose-scripts.ts'
import { mailClaimant } from './mail-claimant.ts'
import { stateOf } from './takedown.rules.ts'
import type { TakedownScript } from './takedowns.queries.ts'
import { decisionParagraphs, noticeSubject } from './takedowns.texts.ts'

type Decided = { row: StoredCase; decision: string; response: string }
type Scripts = Choice & { scripts: readonly TakedownScript[] }

/** The decision in an email to the claimant, with each script by name when it differs. */
export async function mailDecision(
  tx: Db,
  app: App,
  { row, decision, response }: Decided,
  { scripts, chosen, staysHidden, isEarly }: Scripts,
): Promise<void> {
  if (!row.claimant) return
  const number = takedownNumber(row.id)
  const outcome = {
    decision,
    isCounterNotice: stateOf(row) === 'counter-notice',
    isEarly,
    chosen: namesOf(chosen),
    others: namesOf(scripts.filter((script) => !chosen.includes(script))),
    staysHidden: namesOf(staysHidden),
  }
  await mailClaimant(tx, app, row.claimant, {
    subject: noticeSubject(number),
    paragraphs: [...decisionParagraphs(number, outcome), ...(response === '' ? [] : [response])],
  })
}

/** Names that were public when the notice was received. */
const namesOf = (scripts: readonly TakedownScript[]) => scripts.map(({ name }) => name).join(', ')
