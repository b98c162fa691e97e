import { Agent, type ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { demand, registerUploader, signIn, type Person } from './client.ts'
import { total, worst, type Fault } from './fault.ts'
import { bytesOf, sendRaw, type Outcome, type RawRequest } from './raw-request.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'

const returningClients = 8
/** Milliseconds. */
const betweenVisitors = 5
const uploadTakes = 2_500
const leadTime = 800
/** Connections that the system holds for a listener when it is shut are reset by the system: no program can meet them. */
const doorShutWithin = 400

type Tally = {
  answered: number
  refusedWith503: number
  closedDoor: number
  unmet: number
  broken: number
  other: string[]
}

export const stopUnderLoad: Fault = {
  figure: 'F3',
  name: 'SIGTERM under load',
  bar: 'what is under way is finished within 10 s, then exit 0; who comes later gets 503 or a closed door, nobody is cut after they were let in',
  rounds: { short: 1, long: 20 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const owner = await signIn(site.address(), site.owner)
    const uploader = await registerUploader(site, owner, 'uploader')
    const sum: Tally = { answered: 0, refusedWith503: 0, closedDoor: 0, unmet: 0, broken: 0, other: [] }
    let unfinished = 0
    let wrongExits = 0
    let complaints = 0
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      if (round > 0) await site.start()
      // In every other round somebody never finishes, and must not hold the hub for ever.
      const ended = await stopOnce(site, uploader, sum, round % 2 === 1)
      if (!ended.isUploadWhole) unfinished += 1
      if (ended.code !== 0) wrongExits += 1
      slowest = Math.max(slowest, ended.milliseconds)
      const errors = site.lastWords().filter((line) => line.includes('"level":"error"'))
      complaints += errors.length
      for (const line of errors) ground.say(line)
    }
    for (const text of sum.other) ground.say(`unexpected answer: ${text}`)
    return {
      rounds: total(rounds, ''),
      'requests answered': total(sum.answered, '', { atLeast: rounds }),
      'refused with 503': total(sum.refusedWith503, ''),
      'found a closed door': total(sum.closedDoor, ''),
      'in the queue of the door that shut': total(sum.unmet, ''),
      'cut after they were let in': total(sum.broken, '', { atMost: 0 }),
      'other answers': total(sum.other.length, '', { atMost: 0 }),
      'uploads under way not finished': total(unfinished, '', { atMost: 0 }),
      'exits with another code than 0': total(wrongExits, '', { atMost: 0 }),
      'errors in the log': total(complaints, '', { atMost: 0 }),
      'signal to exit': worst(slowest, 'ms', { atMost: 12_000 }),
    }
  },
}

async function stopOnce(site: Site, uploader: Person, tally: Tally, withHanger: boolean) {
  const address = site.address()
  const upload = uploadSlowly(address, uploader)
  if (withHanger) hangAround(address, uploader)
  let isOver = false
  let signalledAt = Number.POSITIVE_INFINITY
  const note = (outcome: Outcome) => {
    if (outcome === 'refused') tally.closedDoor += 1
    else if (outcome === 'unmet' && performance.now() - signalledAt < doorShutWithin) tally.unmet += 1
    else if (outcome === 'broken' || outcome === 'unmet') tally.broken += 1
    else if (outcome.status === 503) tally.refusedWith503 += 1
    else if (outcome.status < 300) tally.answered += 1
    else tally.other.push(`${outcome.status} ${outcome.body.slice(0, 200)}`)
    return outcome !== 'refused'
  }
  const crowd = [
    ...Array.from({ length: returningClients }, (_, at) =>
      comeAgain(address, at, uploader, note, () => isOver),
    ),
    comeOnce(address, note, () => isOver),
  ]
  await pause(leadTime)
  signalledAt = performance.now()
  const { code } = await site.hub().end('SIGTERM')
  const milliseconds = performance.now() - signalledAt
  isOver = true
  await Promise.all(crowd)
  const outcome = await upload
  return { code, milliseconds, isUploadWhole: typeof outcome === 'object' && outcome.status === 201 }
}

/** Somebody with a connection that stays, who asks for one thing after the other. */
async function comeAgain(
  address: string,
  at: number,
  person: Person,
  note: (outcome: Outcome) => boolean,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const authorization = `Bearer ${person.token}`
  const wishes: RawRequest[] = [
    { path: '/api/categories', agent },
    { path: '/api/auth/profile', agent, headers: { authorization } },
  ]
  for (let turn = at; !isOver(); turn++) {
    const wish = wishes[turn % wishes.length]
    if (wish && !note(await sendRaw(address, wish))) break
    await pause(turn % 7)
  }
  agent.destroy()
}

/** One visitor after the other, each with a connection of their own. */
async function comeOnce(
  address: string,
  note: (outcome: Outcome) => boolean,
  isOver: () => boolean,
): Promise<void> {
  const visits: Promise<unknown>[] = []
  while (!isOver()) {
    visits.push(sendRaw(address, { path: '/api/stats' }).then(note))
    await pause(betweenVisitors)
  }
  await Promise.all(visits)
}

async function uploadSlowly(address: string, uploader: Person): Promise<Outcome> {
  const { form } = await submission('Under way', 50_000)
  const { bytes, type } = await bytesOf(form)
  const headers = {
    authorization: `Bearer ${uploader.token}`,
    'content-type': type,
    'content-length': String(bytes.length),
  }
  return sendRaw(
    address,
    { method: 'POST', path: '/api/scripts', headers },
    (request) => void drip(request, bytes),
  )
}

async function drip(request: ClientRequest, bytes: Buffer): Promise<void> {
  const pieces = 25
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length && !request.destroyed; at += size) {
    request.write(bytes.subarray(at, at + size))
    await pause(uploadTakes / pieces)
  }
  request.end()
}

/** Announces a body and never sends it. */
function hangAround(address: string, uploader: Person): void {
  const headers = {
    authorization: `Bearer ${uploader.token}`,
    'content-type': 'application/zip',
    'content-length': '1000000',
  }
  void demand(address, uploader, 'POST', '/api/scripts/upload-url', { fileName: 'never.zip' }).then(
    ({ body }) =>
      sendRaw(address, { method: 'PUT', path: body.uploadUrl, headers }, (request) => request.write('PK')),
  )
}
