import type { Permission } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { forbidden, HttpError, signInNeeded } from '#platform/errors.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'

import { readSession } from './authenticate.ts'

/** What a user writes, in one transaction. */
export type Write = {
  db: Db
  /** The user with the permissions of this moment: a request can be hours old. */
  actor: Actor
  /** The time of everything that the transaction writes. */
  now: Date
  /** Rejects a user who does not have the permission now. */
  requirePermission: (permission: Permission) => void
  /** Rejects a banned user, of whom `allowBanned` lets the transaction begin. */
  requireNotBanned: () => void
}

type Requirements = {
  permission?: Permission
  /** Only some writes of the call are allowed for banned users: the others call `requireNotBanned`. */
  allowBanned?: boolean
  /** Files that the transaction references: they belong to the database from its commit on. */
  newFiles?: NewFiles
}

/**
 * Runs `work` in a transaction after it has checked that the session and its permissions are still valid: a ban or a
 * demotion can happen during a long upload.
 */
export function withTransaction<T>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { sessionHash }: Pick<Actor, 'sessionHash'>,
  { permission, allowBanned = false, newFiles }: Requirements,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    newFiles?.adopt(tx)
    const now = clock.now()
    const session = await readSession(tx, sessionHash, now)
    if (!session) throw signInNeeded()
    const { actor, error } = session
    const requireNotBanned = () => {
      if (error) throw error
    }
    if (!(allowBanned && error instanceof HttpError && error.code === 'banned')) requireNotBanned()
    const requirePermission = (required: Permission) => {
      if (!actor.permissions.has(required)) throw forbidden('You no longer have the permission for this')
    }
    if (permission) requirePermission(permission)
    return work({ db: tx, actor, now, requirePermission, requireNotBanned })
  })
}
