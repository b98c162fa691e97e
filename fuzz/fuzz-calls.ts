import * as fc from 'fast-check'
import sharp from 'sharp'

import { sevenZipOf } from '#platform/testing-archives/seven-zip.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'

import { openFindings, secondsSince, type Result } from './findings.ts'
import { openJudge, type Answer } from './judge-answer.ts'
import { readOperations, type Operation } from './operations.ts'
import { drafts, type Draft } from './requests.ts'
import { writeDraft, type Sent } from './send-draft.ts'
import { contentOf, filesOf, type Target } from './target.ts'
import { idsOf } from './world.ts'

const batchSize = 250
const atOnce = 4
/** So many of each batch are sent alone, and what they changed is looked at. */
const watched = 12

/** Requests made of the hub's own document, each answer held to it. */
export async function fuzzCalls(
  target: Target,
  { runs, seed }: { runs: number; seed: number },
): Promise<Result> {
  const startedAt = performance.now()
  const { operations, components } = await readOperations(target.address)
  const judge = openJudge(components)
  const findings = openFindings()
  const files = await filesToSend()
  const seen = new Map<string, number>()
  const counted = { answered: 0, refused: 0, compared: 0 }

  async function run(draft: Draft, idsFor: Awaited<ReturnType<typeof idsOf>>): Promise<Answer> {
    const actor = target.actors[draft.actor] ?? target.actors[0]
    if (!actor) throw new Error('Nobody is there')
    const sent = writeDraft(draft, { actor, idsFor, files })
    const answer = await send(target.address, sent)
    const { operation, kind } = draft
    const name = `${operation.method} ${operation.path}`
    seen.set(`${name} ${answer.status}`, (seen.get(`${name} ${answer.status}`) ?? 0) + 1)
    counted[answer.status < 400 ? 'answered' : 'refused'] += 1
    const fault = judge(operation, answer)
    if (fault) findings.add(`${name} ${fault}`, describe(sent, actor.name, kind, answer))
    return answer
  }

  async function runWatched(draft: Draft, idsFor: Awaited<ReturnType<typeof idsOf>>): Promise<void> {
    const [rows, disk] = [await contentOf(target), await filesOf(target)]
    const answer = await run(draft, idsFor)
    if (answer.status < 400) return
    counted.compared += 1
    const changed = [...(await contentOf(target))].filter(([table, sum]) => rows.get(table) !== sum)
    const { method, path } = draft.operation
    for (const [table] of changed)
      findings.add(
        `${method} ${path} refused with ${answer.status} and changed ${table}`,
        JSON.stringify(draft.body),
      )
    if (!sameFiles(disk, await filesOf(target)))
      findings.add(
        `${method} ${path} refused with ${answer.status} and left a file`,
        JSON.stringify(draft.body),
      )
  }

  for (let done = 0, batch = 0; done < runs; done += batchSize, batch++) {
    await target.restore()
    const idsFor = await idsOf(target.hub)
    const size = Math.min(batchSize, runs - done)
    const waiting = fc.sample(drafts(operations, target.actors.length), { numRuns: size, seed: seed + batch })
    for (const draft of waiting.splice(0, watched)) await runWatched(draft, idsFor)
    const work = async () => {
      for (let draft = waiting.shift(); draft; draft = waiting.shift()) await run(draft, idsFor)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  for (const line of target.errors) findings.add('the hub logged an error', line)

  const refusals = documentedRefusals(operations)
  const missed = refusals.filter((refusal) => !seen.has(refusal))
  return {
    part: 'calls',
    runs,
    seconds: secondsSince(startedAt),
    figures: {
      calls: operations.length,
      ...counted,
      'documented refusals': refusals.length,
      'of them seen': refusals.length - missed.length,
      missed: missed.join(', '),
    },
    findings: findings.list(),
  }
}

/** The 4xx of the document; how limits refuse (429) has tests of its own, the fuzzer would only meet it. */
function documentedRefusals(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ method, path, responses }) =>
    Object.keys(responses)
      .filter((status) => status.startsWith('4') && status !== '429')
      .map((status) => `${method} ${path} ${status}`),
  )
}

/**
 * A refusal does not wait for a body that is on its way, and its connection closes: the client may find that out
 * before it has read the answer, and asks again.
 */
async function send(address: string, sent: Sent, again = 3): Promise<Answer> {
  const { method, path, headers, body } = sent
  const asked = fetch(address + path, { method, headers, body: body ?? null, redirect: 'manual' })
  const response = await asked.catch((error: unknown) => {
    if (again === 0 || !body) throw error
  })
  if (!response) return send(address, sent, again - 1)
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    requestId: response.headers.get('x-request-id'),
    text: await response.text(),
  }
}

function describe(sent: Sent, actor: string, kind: string, { status, text }: Answer): string {
  const body = sent.body instanceof FormData ? JSON.stringify([...sent.body.keys()]) : (sent.body ?? '')
  return `${kind}, ${actor}: ${sent.method} ${sent.path} ${body.slice(0, 500)} -> ${status} ${text.slice(0, 300)}`
}

/** Archives, pictures, and what only says that it is one. */
async function filesToSend(): Promise<File[]> {
  const background = { r: 173, g: 156, b: 126 }
  const picture = sharp({ create: { width: 64, height: 36, channels: 3, background } })
  const contents: [Buffer, string, string][] = [
    [zipOf([{ name: 'garage/client.lua', content: 'print(1)' }]), 'garage.zip', 'application/zip'],
    [await picture.png().toBuffer(), 'cover.png', 'image/png'],
    [sevenZipOf([{ name: 'client.lua', content: 'print(1)' }]), 'garage.7z', 'application/x-7z-compressed'],
    [await picture.webp().toBuffer(), 'cover.webp', 'image/webp'],
    [Buffer.from('no archive'), 'garage.zip', 'application/zip'],
    [Buffer.from('no picture'), 'cover.png', 'image/png'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'cover.svg', 'image/svg+xml'],
    [Buffer.alloc(0), 'empty.zip', 'application/zip'],
    [zipOf([{ name: '../../evil.lua', content: 'x' }]), '../../evil.zip', 'application/zip'],
  ]
  return contents.map(([content, name, type]) => new File([new Uint8Array(content)], name, { type }))
}

function sameFiles(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((path) => after.includes(path))
}
