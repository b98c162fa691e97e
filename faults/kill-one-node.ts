import { setTimeout as pause } from 'node:timers/promises'

import { jobs } from '../server/jobs.ts'
import { total, type Fault, type Measures } from './fault.ts'
import { clusterSkipReason, openCluster, type Cluster } from './nodes/cluster.ts'
import { startLoad, type Load } from './nodes/load.ts'
import { inspectCluster } from './nodes/inspect-cluster.ts'

/** A node runs two jobs at once, and more of the kinds that have their own queue. */
const jobsAtOnce = jobs.reduce((sum, { ownQueue = 0 }) => sum + ownQueue, 2)

/** Milliseconds of load before and after each kill. */
const loadTime = 1_500

export const killOneNode: Fault = {
  figure: 'N1',
  name: 'kill -9 of one of two nodes behind a balancer, under load',
  bar: 'no retried request fails, no acknowledged write is lost, no job runs twice',
  iterations: { short: 1, long: 20 },
  skipReason: clusterSkipReason,
  async run(env, iterations) {
    const cluster = await openCluster()
    try {
      const load = await startLoad(cluster)
      for (let round = 0; round < iterations; round++) {
        const victim = round % 2
        await pause(loadTime)
        await cluster.node(victim).stop('SIGKILL')
        await pause(loadTime)
        await cluster.start(victim)
      }
      await pause(loadTime)
      await load.stop()
      return await measure(cluster, load, iterations, env.log)
    } finally {
      await cluster.close()
    }
  },
}

/** The measures that both cluster faults share. */
export async function measure(
  cluster: Cluster,
  { counts, findLosses }: Load,
  iterations: number,
  log: (line: string) => void,
): Promise<Measures> {
  const losses = await findLosses()
  const found = await inspectCluster(cluster)
  for (const line of [...counts.failed, ...counts.unseen, ...losses]) log(line)
  return {
    iterations: total(iterations, ''),
    calls: total(counts.calls, '', { atLeast: 50 * iterations }),
    retried: total(counts.retried, ''),
    'failed after retries': total(counts.failed.length, '', { atMost: 0 }),
    'written and not visible': total(counts.unseen.length, '', { atMost: 0 }),
    'archives lost': total(losses.length, '', { atMost: 0 }),
    'submitted twice': total(found.submittedTwice, '', { atMost: 0 }),
    'emails sent twice': total(found.mailedTwice, '', { atMost: 0 }),
    'emails never sent': total(found.neverMailed, '', { atMost: 0 }),
    'jobs that wait for a killed node': total(found.unfinished, '', { atMost: iterations * jobsAtOnce }),
  }
}
