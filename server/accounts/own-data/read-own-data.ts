import type { AccountExport, OwnData } from '#contract/accounts/own-data.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, minute } from '#platform/clock.ts'
import { signUrl } from '#platform/storage/signed-url.ts'

import { selectDeletion, selectExport, type StoredExport } from './own-data.queries.ts'

const linkLifetime = 10 * minute
export const exportPurpose = 'account export'

export async function readOwnData(app: App, actor: Actor): Promise<OwnData> {
  const row = await selectExport(app.db, actor.id)
  const deletion = await selectDeletion(app.db, actor.id)
  return {
    export: row ? serializeExport(app, actor, row) : null,
    deletedAt: deletion?.dueAt.toISOString() ?? null,
  }
}

function serializeExport(app: App, actor: Actor, row: StoredExport): AccountExport | null {
  const now = app.clock.now()
  if (row.expiresAt && row.expiresAt <= now) return null
  const isReady = row.key !== null
  const payload = { user: actor.id, session: actor.sessionHash, key: row.key ?? '' }
  return {
    state: isReady ? 'ready' : 'preparing',
    requestedAt: row.requestedAt.toISOString(),
    size: row.size,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    downloadUrl: isReady
      ? `/files/export/${signUrl(app.secrets.files, exportPurpose, payload, after(now, linkLifetime))}`
      : null,
  }
}
