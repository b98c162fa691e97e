import { eq } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

import { clusterSettings } from '#platform/platform.tables.ts'
import type { Nodes } from './nodes.ts'

/** A setting that all nodes share: the error at start while another node has a different value, and the warning after a change. */
type SharedSetting = { name: string; value: string; error: string; changeWarning: string }

/**
 * Throws when another node runs with a different value. A node that starts alone may change a value: it is stored and
 * logged.
 */
export async function assertSameSettings(
  db: Db,
  nodes: Pick<Nodes, 'countConnectedPeers'>,
  log: Log,
  settings: readonly SharedSetting[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { name, value, error, changeWarning } of settings) {
      await tx.insert(clusterSettings).values({ name, value }).onConflictDoNothing()
      // Locked, so that nodes that start at the same time see each other's value.
      const [stored] = await tx
        .select()
        .from(clusterSettings)
        .where(eq(clusterSettings.name, name))
        .for('update')
      if (stored?.value === value) continue
      if ((await nodes.countConnectedPeers()) > 0) throw new StartupError(error)
      log.warn(changeWarning)
      await tx.update(clusterSettings).set({ value }).where(eq(clusterSettings.name, name))
    }
  })
}
