import type { Finding, Row } from '../finding.ts'
import { requestOf } from '../load/connection.ts'
import { drivePaced, untilOver } from '../load/drive.ts'
import { cpuMicros, familyOf } from '../load/process-cost.ts'
import { median } from '../load/percentiles.ts'
import { press, type Pressed } from '../load/press.ts'
import { rowOf } from '../load/row-of.ts'
import { openChance, openZipf } from '../sites/chance.ts'
import { signPeopleIn } from '../sites/sign-people-in.ts'
import type { Stage } from '../stage.ts'

const likesPerSecond = 500
const viewsPerSecond = 2_000
const readsPerSecond = 5_000

/**
 * A community at its liveliest: likes and views at a fixed pace, and readers who take what is left; then the same
 * beside readers who ask for no more than a tenth of what a hub can give.
 */
export async function measureWrites(stage: Stage): Promise<Finding> {
  const { large, share, pace } = stage.run
  // Viewers come from addresses of their own, by a proxy that is believed.
  const hub = await stage.hub(large, { TRUST_PROXY: '127.0.0.1' })
  const { address, site } = hub
  const tokens = await signPeopleIn(
    site,
    Array.from({ length: 200 }, (_, n) => n + 1).slice(0, 2 + 198 * share),
  )
  // Connections of the hub are processes of the database, which come and go.
  const used = () => cpuMicros([...familyOf(hub.pid), ...familyOf(site.pid)])
  const rounds = Math.max(1, Math.round(30 * share))
  const read = () => press(`${address}/api/scripts`, { connections: 32, seconds: pace.seconds })

  const list = { request: requestOf('/api/scripts') }
  const readPaced = (until: () => boolean) =>
    drivePaced(address, { perSecond: readsPerSecond, connections: 32, until, next: () => list })
  const write = (until: () => boolean) =>
    [
      drivePaced(address, {
        perSecond: likesPerSecond,
        connections: 64,
        until,
        next: openLikes(large, tokens),
      }),
      drivePaced(address, { perSecond: viewsPerSecond, connections: 128, until, next: openViews(large) }),
    ] as const

  await read()
  const alone: Pressed[] = []
  for (let round = 0; round < Math.max(1, rounds / 5); round++) alone.push(await read())
  let isOver = false
  const before = used()
  const [likes, views] = write(() => isOver)
  const beside: Pressed[] = []
  for (let round = 0; round < rounds; round++) beside.push(await read())
  isOver = true
  const rows = [
    readRow('reads alone', alone),
    readRow('reads beside the writes', beside),
    rowOf('likes', await likes),
    rowOf('views', await views),
  ]
  const cores = (used() - before) / 1e6 / (rounds * pace.seconds)
  const seconds = 20 * share
  const pacedAlone = await readPaced(untilOver(seconds / 2))
  const until = untilOver(seconds)
  const [paced, ...written] = await Promise.all([readPaced(until), ...write(until)])
  const atPace = `reads at a pace of ${readsPerSecond.toLocaleString('en')}`
  const pacedRows = [
    rowOf(`${atPace}, alone`, pacedAlone),
    rowOf(`${atPace}, beside the writes`, paced),
    ...written.map((driven, at) => rowOf(at === 0 ? 'likes beside those' : 'views beside those', driven)),
  ]
  await site.client.query('truncate recent_views')
  const bareRows = await readBareBesideRequests(stage, address)
  const answered = (rows[2]?.perSecond ?? 0) + (rows[3]?.perSecond ?? 0)
  return {
    name: 'writes',
    title: 'Likes and views',
    how: `${likesPerSecond} likes and ${viewsPerSecond.toLocaleString('en')} views a second at a fixed pace for ${rounds * pace.seconds} s, each measured from the moment at which it was due and answered when it is durable; beside them 32 connections that read the list as fast as they get it. The hub and its database used ${cores.toFixed(2)} cores meanwhile, and the load the rest of the machine. Then the same writes for ${seconds} s beside kept lists at a pace of ${readsPerSecond.toLocaleString('en')} a second, measured from the moment at which each was due. The last two rows are what a bare node:http, which answers as many requests beside the same readers with 20 bytes and writes nothing, leaves of its reads on this machine.`,
    measuredAt: new Date().toISOString(),
    rows: [...rows, ...pacedRows, ...bareRows],
    bars: [
      {
        claim: 'reads beside the writes: of reads alone',
        value: (rows[1]?.perSecond ?? 0) / (rows[0]?.perSecond ?? 1),
        unit: '',
        bound: { atLeast: 0.8 },
      },
      {
        claim: `${atPace} beside the writes: of those asked for`,
        value: (pacedRows[1]?.perSecond ?? 0) / readsPerSecond,
        unit: '',
        bound: { atLeast: 0.8 },
      },
      {
        claim: 'likes and views that were asked for',
        value: answered / (likesPerSecond + viewsPerSecond),
        unit: '',
        bound: { atLeast: 0.99 },
      },
    ],
  }
}

/** How much of a bare server's reads is left beside as many requests that cost it nothing to answer, told as the hub's are. */
async function readBareBesideRequests(stage: Stage, hubAddress: string): Promise<Row[]> {
  const { pace, share } = stage.run
  const { address } = await stage.bare()
  const listBytes = (await (await fetch(`${hubAddress}/api/scripts`)).arrayBuffer()).byteLength
  const read = () => press(`${address}/${listBytes}`, { connections: 32, seconds: pace.seconds })
  const rounds = Math.max(1, Math.round(5 * share))
  await read()
  const request = requestOf('/20', { method: 'POST' })
  const alone: Pressed[] = []
  const beside: Pressed[] = []
  // In turns: what is compared is close, and the pace of a machine is not the same for long.
  for (let round = 0; round < rounds; round++) {
    alone.push(await read())
    let isOver = false
    const asked = drivePaced(address, {
      perSecond: likesPerSecond + viewsPerSecond,
      connections: 192,
      until: () => isOver,
      next: () => ({ request }),
    })
    beside.push(await read())
    isOver = true
    await asked
  }
  return [
    readRow('bare node:http, reads alone', alone),
    readRow(
      `bare node:http, beside ${(likesPerSecond + viewsPerSecond).toLocaleString('en')} requests`,
      beside,
    ),
  ]
}

function readRow(name: string, pressed: readonly Pressed[]) {
  const middle = (figure: (one: Pressed) => number) => median(pressed.map(figure))
  return {
    name,
    perSecond: middle(({ requests, seconds }) => requests / seconds),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpu: 0,
    memory: 0,
    failed: pressed.reduce((sum, { failed }) => sum + failed, 0),
  }
}

function openLikes(scripts: number, tokens: readonly string[]) {
  const chance = openChance(Date.now())
  const pick = openZipf(scripts, chance)
  return () => {
    const authorization = `Bearer ${tokens[Math.floor(chance() * tokens.length)]}`
    const call = chance() < 0.8 ? 'like' : 'unlike'
    return {
      request: requestOf(`/api/scripts/${1 + pick()}/${call}`, {
        method: 'POST',
        headers: { authorization },
      }),
    }
  }
}

function openViews(scripts: number) {
  const chance = openChance(Date.now() + 1)
  const pick = openZipf(scripts, chance)
  const part = () => Math.floor(chance() * 256)
  return () => {
    const headers = { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
    return { request: requestOf(`/api/scripts/${1 + pick()}/view`, { method: 'POST', headers }) }
  }
}
