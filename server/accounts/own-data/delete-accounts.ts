import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction, invalidate, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { removeAvatarAfter } from '#server/accounts/account/store-avatar.ts'
import { recordActivity, addToSiteTotals } from '#server/records/records.public.ts'
import {
  groupsTag,
  onRenamed,
  selectUserForUpdate,
  updateUser,
  usernameKey,
} from '#server/access/access.public.ts'

import { anonymizeActivities, anonymizeMember } from './anonymize-activities.queries.ts'
import {
  removeExpiredExports,
  selectDueDeletions,
  selectExportKeysAmong,
  updateDeletion,
} from './own-data.queries.ts'
import { deletedTexts, deletedUsername } from './own-data.texts.ts'
import {
  clearColumn,
  columnsWith,
  removeLikes,
  removeMemberships,
  removeRows,
  removeTeamMemberships,
  type ColumnName,
} from './user-rows.queries.ts'

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
    const { siteName } = app.settings
    const goodbye = { ...deletedTexts(siteName), to: row.email, greets: row.username }
    await sendMail(tx, renderEmail(siteName, goodbye))
    await recordActivity(tx, {
      type: 'user',
      action: 'Account Deleted',
      description: `${newName} was deleted, as its user asked`,
      status: 'warning',
      userId: null,
      targetId: userId,
      targetType: 'user',
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

/** Runs daily: exports that have expired, and files whose export was requested again or deleted. */
export async function purgeExports({ db, files, clock }: App): Promise<void> {
  const now = clock.now()
  await inTransaction(db, (tx) => removeExpiredExports(tx, now))
  for await (const { key, modifiedAt } of files.list('exports')) {
    if (modifiedAt >= after(now, -day)) continue
    const used = await selectExportKeysAmong(db, [key])
    if (!used.has(key)) await files.remove([key])
  }
}
