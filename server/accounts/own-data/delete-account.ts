import { ownDataLimits, type OwnData } from '#contract/accounts/own-data.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, dateText } from '#platform/clock.ts'
import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { conflict, invalid, signInNeeded } from '#platform/errors.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import {
  selectUserForUpdate,
  groupsTag,
  onRenamed,
  updateUser,
  usernameKey,
} from '#server/access/access.public.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { requirePassword } from '#server/accounts/account/passwords.ts'
import { removeAvatarAfter } from '#server/accounts/account/store-avatar.ts'
import { deletionTexts, keptTexts, deletedTexts, deletedUsername } from '#server/accounts/accounts.texts.ts'
import { withTransaction } from '#server/accounts/sessions/authenticate.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { recordActivity, addToSiteTotals, actOver, ownAct } from '#server/records/records.public.ts'

import { anonymizeActivities, anonymizeMember } from './anonymize-activities.queries.ts'
import { readOwnData } from './export-own-data.ts'
import {
  insertDeletion,
  removeDeletion,
  selectDeletion,
  selectTeamsToHandOver,
  selectDueDeletions,
  updateDeletion,
} from './own-data.queries.ts'
import {
  clearColumn,
  columnsWith,
  removeLikes,
  removeMemberships,
  removeRows,
  removeTeamMemberships,
  type ColumnName,
} from './user-rows.queries.ts'

/** Nothing is deleted before the 14 days are over. A repeat keeps the first date. */
export async function requestDeletion(
  app: App,
  sender: Actor,
  password: string,
): Promise<{ deletedAt: string }> {
  await requirePassword(app, sender.id, password, () => invalid({ password: 'Password is incorrect' }))
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (user.isOwner || user.isAdmin)
      throw conflict('Owners and administrators must give up their role before they delete their account')
    const [team] = await selectTeamsToHandOver(tx, actor.id)
    if (team !== undefined)
      throw conflict(
        `You are the last owner of the team ${team}. Make another member an owner, or delete the team`,
      )
    const existing = await selectDeletion(tx, actor.id)
    if (existing) return { deletedAt: existing.dueAt.toISOString() }
    const dueAt = after(now, ownDataLimits.graceDays * day)
    await insertDeletion(tx, actor.id, now, dueAt)
    await endSessionsOf(tx, actor.id, actor.sessionHash)
    await recordActivity(tx, {
      ...ownActivity(actor),
      action: 'Account Deletion Requested',
      description: `${actor.username} asked for the deletion of their account`,
    })
    await mailUser(tx, app, user, deletionTexts(dateText(dueAt)))
    return { deletedAt: dueAt.toISOString() }
  })
}

export async function restoreAccount(app: App, sender: Actor): Promise<OwnData> {
  await withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    const user = await selectUserForUpdate(tx, actor.id)
    if (!user) throw signInNeeded()
    if (!(await removeDeletion(tx, actor.id))) throw conflict('Your account is not going to be deleted')
    await recordActivity(tx, {
      ...ownActivity(actor),
      action: 'Account Kept',
      description: `${actor.username} kept their account`,
    })
    await mailUser(tx, app, user, keptTexts)
  })
  return readOwnData(app, sender)
}

const ownActivity = (actor: Actor) => ({ ...ownAct(actor), status: 'warning' }) as const

const batchSize = 100

/** In `scripts`: another user owns those that have a maintainer. */
export const handOverScriptsJob = 'hand-over-scripts'

/** Runs hourly. A repeat after an error goes on where it was. */
export async function deleteAccounts(app: App): Promise<void> {
  for (let due: number[] | undefined; due === undefined || due.length === batchSize;) {
    due = await selectDueDeletions(app.db, app.clock.now(), batchSize)
    for (const userId of due) await deleteAccount(app, userId)
  }
}

async function deleteAccount(app: App, userId: number): Promise<void> {
  const { db } = app
  const startedAt = app.clock.now()
  // The account cannot be kept after this.
  const user = await inTransaction(db, async (tx) => {
    const row = await selectUserForUpdate(tx, userId)
    return row && !row.isOwner && !row.isAdmin && (await updateDeletion(tx, userId, { startedAt }))
      ? row
      : undefined
  })
  if (!user) return
  const newName = deletedUsername(userId)
  for (const column of columnsWith('delete'))
    for (let isMore = true; isMore;) isMore = await inTransaction(db, (tx) => removeFrom(tx, column, userId))
  for (let last: string | undefined = '0'; last !== undefined;) {
    const afterId: string = last
    last = await inTransaction(db, (tx) => anonymizeActivities(tx, userId, user.username, newName, afterId))
  }
  await inTransaction(db, async (tx) => {
    const row = await selectUserForUpdate(tx, userId)
    if (!row || !(await updateDeletion(tx, userId, { deletedAt: app.clock.now() }))) return
    for (const column of columnsWith('clear'))
      if (column.table !== 'users') await clearColumn(tx, column, userId)
    const email = `deleted-${userId}@deleted.invalid`
    await updateUser(tx, userId, {
      username: newName,
      usernameKey: usernameKey(newName),
      email,
      emailKey: email,
      emailVerified: false,
      avatar: null,
      phoneNumber: null,
      twoFactorEnabled: false,
      registrationIp: null,
      lastLoginIp: null,
      lastLoginAt: null,
      lastActiveAt: null,
      status: 'inactive',
    })
    if (row.avatar !== null) removeAvatarAfter(tx, app, row.avatar)
    await mailUser(tx, app, row, deletedTexts)
    await recordActivity(tx, {
      ...actOver(null, { id: userId }),
      action: 'Account Deleted',
      description: `${newName} was deleted, as its user asked`,
      status: 'warning',
    })
    await anonymizeMember(tx, row, newName)
    await onRenamed(tx, userId)
    await enqueueJob(tx, handOverScriptsJob, { userId })
    invalidate(tx, groupsTag, 'counters')
    await addToSiteTotals(tx, { users: -1 })
  })
}

function removeFrom(tx: Db, column: ColumnName, userId: number): Promise<boolean> {
  if (column.table === 'likes') return removeLikes(tx, userId)
  if (column.table === 'memberships') return removeMemberships(tx, userId)
  if (column.table === 'team_members') return removeTeamMemberships(tx, userId)
  return removeRows(tx, column, userId)
}
