import type { Write } from '#server/accounts/accounts.public.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { mayManageVersions } from '#server/scripts/scripts.rules.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/script-rows.queries.ts'

import { addMissingVersions } from './add-missing-versions.ts'
import { findVersion } from './read-version.ts'
import type { VersionRow } from './versions.queries.ts'

/** A version that the user may change, with its script, which is locked until the transaction ends. */
export async function lockVersion(
  { db: tx, actor }: Write,
  id: number,
): Promise<{ row: VersionRow; script: ScriptRow }> {
  const { version } = await findVersion(tx, actor, id)
  const script = await selectScriptForUpdate(tx, version.scriptId)
  if (!script) throw notFound('Version not found')
  if (!mayManageVersions(actor, script))
    throw forbidden('You can only change versions of your own scripts or need permissions')
  await addMissingVersions(tx, [script.id])
  return { row: await findVersion(tx, actor, id), script }
}
