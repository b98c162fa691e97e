import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { Case } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { updateClaim } from '#server/records/records.public.ts'

import { lockCaseOfStaff, renewClaim } from './lock-case.ts'
import { readCase } from './read-case.ts'

/** A claim ends by itself; each action of its holder renews it. */
export async function claimCase(app: App, actor: Actor, id: number): Promise<Case> {
  await withTransaction(app, actor, {}, async (write) => {
    await lockCaseOfStaff(write, id)
    await renewClaim(write, id)
  })
  return readCase(app, actor, id)
}

/** A repeat changes nothing. */
export async function releaseCase(app: App, actor: Actor, id: number): Promise<Case> {
  await withTransaction(app, actor, {}, async (write) => {
    await lockCaseOfStaff(write, id)
    await updateClaim(write.db, id, null)
  })
  return readCase(app, actor, id)
}
