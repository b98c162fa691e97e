import { setTimeout as pause } from 'node:timers/promises'

import { total, type Fault, type Measures } from './fault.ts'
import { clusterObstacle, openCluster, type Cluster } from './nodes/cluster.ts'
import { startLoad, type Load } from './nodes/load.ts'
import { lookInto } from './nodes/look-into.ts'

/** Milliseconds of use before and after each blow. */
const quietFor = 1_500

export const killOneNode: Fault = {
  figure: 'N1',
  name: 'kill -9 of one of two nodes behind a balancer, under load',
  bar: 'no repeated request fails, nothing acknowledged is lost, no job is done twice',
  rounds: { short: 1, long: 20 },
  obstacle: clusterObstacle,
  async bringAbout(ground, rounds) {
    const cluster = await openCluster()
    try {
      const load = await startLoad(cluster)
      for (let round = 0; round < rounds; round++) {
        const victim = round % 2
        await pause(quietFor)
        await cluster.node(victim).end('SIGKILL')
        await pause(quietFor)
        await cluster.start(victim)
      }
      await pause(quietFor)
      await load.stop()
      return await measure(cluster, load, rounds, ground.say)
    } finally {
      await cluster.close()
    }
  },
}

/** What both faults of nodes are measured by. */
export async function measure(
  cluster: Cluster,
  { counts, findLosses }: Load,
  rounds: number,
  say: (line: string) => void,
): Promise<Measures> {
  const losses = await findLosses()
  const found = await lookInto(cluster)
  for (const line of [...counts.failed, ...counts.unseen, ...losses]) say(line)
  return {
    rounds: total(rounds, ''),
    calls: total(counts.calls, '', { atLeast: 50 * rounds }),
    'tried again': total(counts.triedAgain, ''),
    'failed all the same': total(counts.failed.length, '', { atMost: 0 }),
    'written and not seen': total(counts.unseen.length, '', { atMost: 0 }),
    'archives lost': total(losses.length, '', { atMost: 0 }),
    'submitted twice': total(found.submittedTwice, '', { atMost: 0 }),
    'mails sent twice': total(found.mailedTwice, '', { atMost: 0 }),
    'mails never sent': total(found.neverMailed, '', { atMost: 0 }),
    'jobs that wait for a killed node': total(found.unfinished, '', { atMost: rounds }),
  }
}
