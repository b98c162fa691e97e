import { connect } from 'node:net'

import { openFindings, secondsSince, type Findings, type Result } from './findings.ts'
import { createPicker } from '#test-support/seeded-random.ts'
import { makeRawRequest, type RawRequest } from './raw-requests.ts'
import type { Target } from './target.ts'

const atOnce = 8
const timeout = 15_000

/** Sends raw bytes: the app must keep running, and no request may get two responses or a 5xx. */
export async function fuzzSockets(
  target: Target,
  { runs, seed }: { runs: number; seed: number },
): Promise<Result> {
  const startedAt = performance.now()
  const random = createPicker(seed)
  const findings = openFindings()
  const counts = new Map<number, number>()
  const counted: Record<string, number> = {}
  const waiting = Array.from({ length: runs }, () => makeRawRequest(random))

  async function run(request: RawRequest): Promise<void> {
    counted[request.what] = (counted[request.what] ?? 0) + 1
    const { text, isClosed } = await sendBytes(target.url, request.bytes)
    const example = request.bytes.toString('latin1').slice(0, 400)
    if (!isClosed) findings.add(`${request.what}: the connection stayed open`, example)
    const statuses = readStatuses(text)
    if (statuses === undefined)
      return findings.add(`${request.what}: the output is not HTTP`, `${example} -> ${text.slice(0, 300)}`)
    for (const status of statuses) {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (status >= 500) findings.add(`${request.what}: responded with ${status}`, example)
    }
    if (statuses.length > request.responsesMax)
      findings.add(
        `${request.what}: ${statuses.length} responses for ${request.responsesMax} requests`,
        example,
      )
    if (request.statuses && request.statuses.join() !== statuses.join())
      findings.add(
        `${request.what}: the responses do not match the requests`,
        `${example} -> ${statuses.join()}`,
      )
  }

  const work = async () => {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      await run(request)
      if (waiting.length % 100 === 0) await expectAlive(target, findings)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await expectAlive(target, findings)
  for (const line of target.errors) findings.add('the app logged an error', line)
  const seen = [...counts].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  return {
    part: 'sockets',
    runs,
    seconds: secondsSince(startedAt),
    figures: { ...counted, 'responses by status': seen.join(', ') },
    findings: findings.list(),
  }
}

async function expectAlive({ url }: Target, findings: Findings): Promise<void> {
  const response = await fetch(`${url}/api/health/live`).catch(() => undefined)
  if (response?.status !== 200) findings.add('the app no longer responds', String(response?.status))
}

/** Sends the bytes and returns all output until the connection closes. */
function sendBytes(url: string, bytes: Buffer): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const parts: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) })
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(parts).toString('latin1'), isClosed })
    }
    const timer = setTimeout(() => finish(false), timeout)
    socket
      .on('data', (part: Buffer) => parts.push(part))
      .on('error', () => undefined)
      .on('close', () => finish(true))
    socket.end(bytes)
  })
}

/** The statuses of the responses in the output, or undefined when it is not a sequence of HTTP responses. */
function readStatuses(text: string): number[] | undefined {
  const statuses: number[] = []
  let rest = text
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    if (!head) return undefined
    const [all, status, headers = ''] = head
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0)
    const isChunked = /^transfer-encoding: chunked/im.test(headers)
    // 100 Continue is an interim response.
    if (status !== '100') statuses.push(Number(status))
    const body = isChunked
      ? rest.indexOf('0\r\n\r\n', all.length) + 5
      : all.length + (status === '304' ? 0 : length)
    rest = rest.slice(body)
  }
  return statuses
}
