import { Agent, type ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { bytesOf, sendRaw, type Outcome, type RawRequest } from './raw-request.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'

const keepAliveClients = 8
/** Milliseconds. */
const requestInterval = 5
const uploadTime = 2_500
const leadTime = 800
/** The kernel resets connections that are in the accept queue when the listener closes; the app never sees them. */
const listenerCloseTime = 400

type Tally = {
  completed: number
  rejectedWith503: number
  connectionRefused: number
  notConnected: number
  broken: number
  other: string[]
}

export const stopUnderLoad: Fault = {
  figure: 'F3',
  name: 'SIGTERM under load',
  bar: 'running requests finish within 10 s, then exit 0; later clients get a 503 or a refused connection, no accepted request is cut',
  iterations: { short: 1, long: 20 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const owner = await signIn(site.url(), site.owner)
    const uploader = await registerUploader(site.url(), owner, 'uploader')
    const sum: Tally = {
      completed: 0,
      rejectedWith503: 0,
      connectionRefused: 0,
      notConnected: 0,
      broken: 0,
      other: [],
    }
    let unfinished = 0
    let wrongExits = 0
    let errorCount = 0
    let slowest = 0
    for (let round = 0; round < iterations; round++) {
      if (round > 0) await site.start()
      // In every other iteration a client never finishes; the app must stop nevertheless.
      const ended = await stopOnce(site, uploader, sum, round % 2 === 1)
      if (!ended.isUploadWhole) unfinished += 1
      if (ended.code !== 0) wrongExits += 1
      slowest = Math.max(slowest, ended.milliseconds)
      const errors = site.logTail().filter((line) => line.includes('"level":"error"'))
      errorCount += errors.length
      for (const line of errors) env.log(line)
    }
    for (const text of sum.other) env.log(`unexpected response: ${text}`)
    return {
      iterations: total(iterations, ''),
      'requests completed': total(sum.completed, '', { atLeast: iterations }),
      'rejected with 503': total(sum.rejectedWith503, ''),
      'connections refused': total(sum.connectionRefused, ''),
      'lost in the accept queue': total(sum.notConnected, ''),
      'accepted requests that were cut': total(sum.broken, '', { atMost: 0 }),
      'other responses': total(sum.other.length, '', { atMost: 0 }),
      'running uploads not finished': total(unfinished, '', { atMost: 0 }),
      'exit codes other than 0': total(wrongExits, '', { atMost: 0 }),
      'errors in the log': total(errorCount, '', { atMost: 0 }),
      'signal to exit': worst(slowest, 'ms', { atMost: 12_000 }),
    }
  },
}

async function stopOnce(site: Site, uploader: RegisteredUser, tally: Tally, withStalledUpload: boolean) {
  const url = site.url()
  const upload = uploadSlowly(url, uploader)
  if (withStalledUpload) stallUpload(url, uploader)
  let isOver = false
  let signalledAt = Number.POSITIVE_INFINITY
  const record = (outcome: Outcome) => {
    if (outcome === 'refused') tally.connectionRefused += 1
    else if (outcome === 'reset' && performance.now() - signalledAt < listenerCloseTime)
      tally.notConnected += 1
    else if (outcome === 'broken' || outcome === 'reset') tally.broken += 1
    else if (outcome.status === 503) tally.rejectedWith503 += 1
    else if (outcome.status < 300) tally.completed += 1
    else tally.other.push(`${outcome.status} ${outcome.body.slice(0, 200)}`)
    return outcome !== 'refused'
  }
  const clients = [
    ...Array.from({ length: keepAliveClients }, (_, at) =>
      sendOverOneConnection(url, at, uploader, record, () => isOver),
    ),
    sendOverNewConnections(url, record, () => isOver),
  ]
  await pause(leadTime)
  signalledAt = performance.now()
  const { code } = await site.app().stop('SIGTERM')
  const milliseconds = performance.now() - signalledAt
  isOver = true
  await Promise.all(clients)
  const outcome = await upload
  return { code, milliseconds, isUploadWhole: typeof outcome === 'object' && outcome.status === 201 }
}

/** A client that sends one request after the other over a keep-alive connection. */
async function sendOverOneConnection(
  url: string,
  at: number,
  user: RegisteredUser,
  record: (outcome: Outcome) => boolean,
  isOver: () => boolean,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const authorization = `Bearer ${user.token}`
  const requests: RawRequest[] = [
    { path: '/api/categories', agent },
    { path: '/api/auth/profile', agent, headers: { authorization } },
  ]
  for (let index = at; !isOver(); index++) {
    const request = requests[index % requests.length]
    if (request && !record(await sendRaw(url, request))) break
    await pause(index % 7)
  }
  agent.destroy()
}

/** Sends requests at a fixed interval, each over a new connection. */
async function sendOverNewConnections(
  url: string,
  record: (outcome: Outcome) => boolean,
  isOver: () => boolean,
): Promise<void> {
  const pending: Promise<unknown>[] = []
  while (!isOver()) {
    pending.push(sendRaw(url, { path: '/api/stats' }).then(record))
    await pause(requestInterval)
  }
  await Promise.all(pending)
}

async function uploadSlowly(url: string, uploader: RegisteredUser): Promise<Outcome> {
  const { form } = await submission('In flight', 50_000)
  const { bytes, type } = await bytesOf(form)
  const headers = {
    authorization: `Bearer ${uploader.token}`,
    'content-type': type,
    'content-length': String(bytes.length),
  }
  return sendRaw(
    url,
    { method: 'POST', path: '/api/scripts', headers },
    (request) => void drip(request, bytes),
  )
}

async function drip(request: ClientRequest, bytes: Buffer): Promise<void> {
  const pieces = 25
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length && !request.destroyed; at += size) {
    request.write(bytes.subarray(at, at + size))
    await pause(uploadTime / pieces)
  }
  request.end()
}

/** Announces a body and never sends it. */
function stallUpload(url: string, uploader: RegisteredUser): void {
  const headers = {
    authorization: `Bearer ${uploader.token}`,
    'content-type': 'application/zip',
    'content-length': '1000000',
  }
  void requireSuccess(url, uploader, 'POST', '/api/scripts/upload-url', { fileName: 'never.zip' }).then(
    ({ body }) =>
      sendRaw(url, { method: 'PUT', path: body.uploadUrl, headers }, (request) => request.write('PK')),
  )
}
