import { and, eq } from 'drizzle-orm'

import type { ScriptState } from '#contract/scripts/script-states.ts'
import type { Db } from '#platform/database/database.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

import { scriptStates } from './script-states.tables.ts'

/** The public script that this one is based on. */
export async function selectBasedOn(db: Db, scriptId: number) {
  const [row] = await db
    .select({ id: scripts.id, name: scripts.name })
    .from(scriptStates)
    .innerJoin(scripts, and(eq(scripts.id, scriptStates.basedOn), eq(scripts.publication, 'published')))
    .where(eq(scriptStates.scriptId, scriptId))
  return row
}

export async function selectState(db: Db, scriptId: number) {
  const [row] = await db.select().from(scriptStates).where(eq(scriptStates.scriptId, scriptId))
  return row
}

export async function upsertState(
  tx: Db,
  scriptId: number,
  { maintenance, basedOn }: ScriptState,
): Promise<void> {
  const values = { maintenance: maintenance === 'active' ? null : maintenance, basedOn }
  await tx
    .insert(scriptStates)
    .values({ scriptId, ...values })
    .onConflictDoUpdate({ target: scriptStates.scriptId, set: values })
}
