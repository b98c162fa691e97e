import { connect } from 'node:net'

import { openFindings, secondsSince, type Findings, type Result } from './findings.ts'
import { createPicker } from '#test-support/seeded-random.ts'
import { makeRawRequest, type RawRequest } from './raw-requests.ts'
import type { Target } from './target.ts'

const atOnce = 8
const givesUpAfter = 15_000

/** Bytes on a bare connection: the hub stays up, and no request gets two answers or a 5xx. */
export async function fuzzSockets(
  target: Target,
  { runs, seed }: { runs: number; seed: number },
): Promise<Result> {
  const startedAt = performance.now()
  const random = createPicker(seed)
  const findings = openFindings()
  const statuses = new Map<number, number>()
  const counted: Record<string, number> = {}
  const waiting = Array.from({ length: runs }, () => makeRawRequest(random))

  async function run(request: RawRequest): Promise<void> {
    counted[request.what] = (counted[request.what] ?? 0) + 1
    const { text, isCut } = await converse(target.url, request.bytes)
    const example = request.bytes.toString('latin1').slice(0, 400)
    if (!isCut) findings.add(`${request.what}: the connection stayed open`, example)
    const answers = readAnswers(text)
    if (answers === undefined)
      return findings.add(`${request.what}: what came back is no HTTP`, `${example} -> ${text.slice(0, 300)}`)
    for (const status of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) findings.add(`${request.what}: answers ${status}`, example)
    }
    if (answers.length > request.answersMax)
      findings.add(`${request.what}: ${answers.length} answers for ${request.answersMax} requests`, example)
    if (request.answers && request.answers.join() !== answers.join())
      findings.add(
        `${request.what}: the answers are not those of the requests`,
        `${example} -> ${answers.join()}`,
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
  for (const line of target.errors) findings.add('the hub logged an error', line)
  const seen = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  return {
    part: 'sockets',
    runs,
    seconds: secondsSince(startedAt),
    figures: { ...counted, 'answers by status': seen.join(', ') },
    findings: findings.list(),
  }
}

async function expectAlive({ url }: Target, findings: Findings): Promise<void> {
  const response = await fetch(`${url}/api/health/live`).catch(() => undefined)
  if (response?.status !== 200) findings.add('the hub does not answer any more', String(response?.status))
}

/** Everything that comes back until the connection closes. */
function converse(url: string, bytes: Buffer): Promise<{ text: string; isCut: boolean }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const parts: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) })
    const finish = (isCut: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text: Buffer.concat(parts).toString('latin1'), isCut })
    }
    const timer = setTimeout(() => finish(false), givesUpAfter)
    socket
      .on('data', (part: Buffer) => parts.push(part))
      .on('error', () => undefined)
      .on('close', () => finish(true))
    socket.end(bytes)
  })
}

/** The statuses of the answers in what came back, or undefined when that is not one answer after the other. */
function readAnswers(text: string): number[] | undefined {
  const statuses: number[] = []
  let rest = text
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    if (!head) return undefined
    const [all, status, headers = ''] = head
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0)
    const isChunked = /^transfer-encoding: chunked/im.test(headers)
    // 100 Continue is no answer yet.
    if (status !== '100') statuses.push(Number(status))
    const body = isChunked
      ? rest.indexOf('0\r\n\r\n', all.length) + 5
      : all.length + (status === '304' ? 0 : length)
    rest = rest.slice(body)
  }
  return statuses
}
