import { eq } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { commonGround } from './common-ground.tables.ts'
import type { Nodes } from './nodes.ts'

/** Something that is the same at every node, and what a person is told who starts a node where it is not. */
export type Common = { name: string; value: string; refusal: string; change: string }

/**
 * Refuses to start beside nodes that have something else. Who starts alone may have changed it on purpose: that is
 * noted and logged.
 */
export async function requireCommonGround(
  db: Db,
  nodes: Pick<Nodes, 'countConnected'>,
  log: Log,
  ground: readonly Common[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { name, value, refusal, change } of ground) {
      await tx.insert(commonGround).values({ name, value }).onConflictDoNothing()
      // Locked, so that of nodes that start together each sees what the one before it noted.
      const [noted] = await tx.select().from(commonGround).where(eq(commonGround.name, name)).for('update')
      if (noted?.value === value) continue
      if ((await nodes.countConnected()) > 0) throw new StartRefused(refusal)
      log.warn(change)
      await tx.update(commonGround).set({ value }).where(eq(commonGround.name, name))
    }
  })
}
