import type { Actor } from '#platform/actor.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { maySeeScript, roleIn } from '#server/scripts/scripts.rules.ts'

/**
 * The script is locked until the transaction ends, so that the membership changes before or after every other write of its
 * authors.
 */
export async function lockScript(
  { db: tx, actor }: Pick<Write, 'db' | 'actor'>,
  id: number,
): Promise<ScriptRow> {
  const script = await selectScriptForUpdate(tx, id)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return script
}

export function assertOwner(actor: Actor, script: ScriptRow): void {
  if (roleIn(actor, script) !== 'owner') throw forbidden('Only the owner of a script manages its members')
}

/** What a moderator decided stays with the user whom it concerns. */
export const hiddenScript = () => conflict('A hidden script cannot be transferred')
