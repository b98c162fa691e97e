import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'

import { total, type Fault } from './fault.ts'
import { measure } from './kill-one-node.ts'
import { clusterSkipReason, openCluster } from './nodes/cluster.ts'
import { startLoad } from './nodes/load.ts'
import { added, makeNextVersion } from './nodes/next-version.ts'

export const rollingRestart: Fault = {
  figure: 'N2',
  name: 'two nodes restarted one by one into a version with a migration, under load',
  bar: 'no retried request fails, no acknowledged write is lost, no job runs twice, both have the new schema',
  // With all its restarts too long for every run of the tests; server/rolling-restart.test.ts has its parts.
  iterations: { short: 0, long: 5 },
  skipReason: clusterSkipReason,
  async run(env, iterations) {
    const cluster = await openCluster()
    try {
      const load = await startLoad(cluster)
      const next = makeNextVersion(cluster.folder)
      let killed = 0
      for (let round = 0; round < iterations; round++)
        for (const index of [0, 1]) {
          await pause(1_000)
          const { code } = await cluster.node(index).stop('SIGTERM')
          if (code !== 0) killed += 1
          await cluster.start(index, next)
        }
      await pause(1_000)
      await load.stop()
      return {
        ...(await measure(cluster, load, iterations, env.log)),
        'unexpected exits': total(killed, '', { atMost: 0 }),
        'new columns': total(await countAdded(cluster.databaseUrl), '', { atLeast: 1 }),
      }
    } finally {
      await cluster.close()
    }
  },
}

async function countAdded(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const found = await client.query(
    'select 1 from information_schema.columns where table_name = $1 and column_name = $2',
    [added.table, added.column],
  )
  await client.end()
  return found.rows.length
}
