import { sql } from 'drizzle-orm'

import type { ScriptState } from '#contract/scripts/script-states.ts'
import type { Db } from '#platform/database/database.ts'
import { scriptStates } from '#server/scripts/scripts.tables.ts'

const basesLock = 724_410_558

/** Until the end of the transaction no other one changes what a script is based on. */
export async function lockBases(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${basesLock})`)
}

/** Directly or through other scripts. `union` ends a loop of an earlier release. */
export async function selectIsBasedOn(tx: Db, scriptId: number, other: number): Promise<boolean> {
  const { rows } = await tx.execute<{ isBasedOn: boolean }>(sql`
    with recursive bases as (
      select based_on from script_states where script_id = ${scriptId}
      union
      select s.based_on from script_states s join bases b on s.script_id = b.based_on
    )
    select ${other} in (select based_on from bases where based_on is not null) as "isBasedOn"`)
  return rows[0]?.isBasedOn === true
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
