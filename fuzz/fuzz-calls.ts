import * as fc from 'fast-check'
import sharp from 'sharp'

import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'

import { openFindings, secondsSince, type Result } from './findings.ts'
import { createResponseValidator, type ApiResponse } from './response-oracle.ts'
import { readOperations, type Operation } from './operations.ts'
import { drafts, type Draft } from './requests.ts'
import { writeDraft, type Sent } from './send-draft.ts'
import { checksumsOf, filesOf, type Target } from './target.ts'
import { idsOf } from './fixtures.ts'

const batchSize = 250
const atOnce = 4
/** This many requests of each batch are sent alone, and their changes to the data are checked. */
const watched = 12

/** Sends requests generated from the OpenAPI document and checks each response against it. */
export async function fuzzCalls(
  target: Target,
  { runs, seed }: { runs: number; seed: number },
): Promise<Result> {
  const startedAt = performance.now()
  const { operations, components } = await readOperations(target.url)
  const validate = createResponseValidator(components)
  const findings = openFindings()
  const files = await filesToSend()
  const seen = new Map<string, number>()
  const counted = { succeeded: 0, rejected: 0, compared: 0 }

  async function run(draft: Draft, idsFor: Awaited<ReturnType<typeof idsOf>>): Promise<ApiResponse> {
    const actor = target.actors[draft.actor] ?? target.actors[0]
    if (!actor) throw new Error('There are no actors')
    const sent = writeDraft(draft, { actor, idsFor, files })
    const response = await send(target.url, sent)
    const { operation, kind } = draft
    const name = `${operation.method} ${operation.path}`
    seen.set(`${name} ${response.status}`, (seen.get(`${name} ${response.status}`) ?? 0) + 1)
    counted[response.status < 400 ? 'succeeded' : 'rejected'] += 1
    const fault = validate(operation, response)
    if (fault) findings.add(`${name} ${fault}`, describe(sent, actor.name, kind, response))
    return response
  }

  async function runWatched(draft: Draft, idsFor: Awaited<ReturnType<typeof idsOf>>): Promise<void> {
    const [rows, disk] = [await checksumsOf(target), await filesOf(target)]
    const response = await run(draft, idsFor)
    if (response.status < 400) return
    counted.compared += 1
    const changed = [...(await checksumsOf(target))].filter(([table, sum]) => rows.get(table) !== sum)
    const { method, path } = draft.operation
    for (const [table] of changed)
      findings.add(
        `${method} ${path} rejected with ${response.status} and changed ${table}`,
        JSON.stringify(draft.body),
      )
    if (!sameFiles(disk, await filesOf(target)))
      findings.add(
        `${method} ${path} rejected with ${response.status} and left a file`,
        JSON.stringify(draft.body),
      )
  }

  for (let done = 0, batch = 0; done < runs; done += batchSize, batch++) {
    await target.reset()
    const idsFor = await idsOf(target.app)
    const size = Math.min(batchSize, runs - done)
    const waiting = fc.sample(drafts(operations, target.actors.length), { numRuns: size, seed: seed + batch })
    for (const draft of waiting.splice(0, watched)) await runWatched(draft, idsFor)
    const work = async () => {
      for (let draft = waiting.shift(); draft; draft = waiting.shift()) await run(draft, idsFor)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  for (const line of target.errors) findings.add('the app logged an error', line)

  const rejections = documentedErrors(operations)
  const missed = rejections.filter((rejection) => !seen.has(rejection))
  return {
    part: 'calls',
    runs,
    seconds: secondsSince(startedAt),
    figures: {
      calls: operations.length,
      ...counted,
      'documented errors': rejections.length,
      'of them seen': rejections.length - missed.length,
      missed: missed.join(', '),
    },
    findings: findings.list(),
  }
}

/** The 4xx responses in the document. 429 is left out: rate limits have their own tests. */
function documentedErrors(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ method, path, responses }) =>
    Object.keys(responses)
      .filter((status) => status.startsWith('4') && status !== '429')
      .map((status) => `${method} ${path} ${status}`),
  )
}

/**
 * An error response does not wait for the rest of the body, and its connection closes. The client may see the closed
 * connection before the response, so the request is retried.
 */
async function send(url: string, sent: Sent, retries = 3): Promise<ApiResponse> {
  const { method, path, headers, body } = sent
  const request = fetch(url + path, { method, headers, body: body ?? null, redirect: 'manual' })
  const response = await request.catch((error: unknown) => {
    if (retries === 0 || !body) throw error
  })
  if (!response) return send(url, sent, retries - 1)
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    requestId: response.headers.get('x-request-id'),
    text: await response.text(),
  }
}

function describe(sent: Sent, actor: string, kind: string, { status, text }: ApiResponse): string {
  const body = sent.body instanceof FormData ? JSON.stringify([...sent.body.keys()]) : (sent.body ?? '')
  return `${kind}, ${actor}: ${sent.method} ${sent.path} ${body.slice(0, 500)} -> ${status} ${text.slice(0, 300)}`
}

/** Archives, images, and files that only claim to be one. */
async function filesToSend(): Promise<File[]> {
  const background = { r: 173, g: 156, b: 126 }
  const image = sharp({ create: { width: 64, height: 36, channels: 3, background } })
  const contents: [Buffer, string, string][] = [
    [zipOf([{ name: 'garage/client.lua', content: 'print(1)' }]), 'garage.zip', 'application/zip'],
    [await image.png().toBuffer(), 'cover.png', 'image/png'],
    [sevenZipOf([{ name: 'client.lua', content: 'print(1)' }]), 'garage.7z', 'application/x-7z-compressed'],
    [await image.webp().toBuffer(), 'cover.webp', 'image/webp'],
    [Buffer.from('no archive'), 'garage.zip', 'application/zip'],
    [Buffer.from('not an image'), 'cover.png', 'image/png'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'cover.svg', 'image/svg+xml'],
    [Buffer.alloc(0), 'empty.zip', 'application/zip'],
    [zipOf([{ name: '../../evil.lua', content: 'x' }]), '../../evil.zip', 'application/zip'],
  ]
  return contents.map(([content, name, type]) => new File([new Uint8Array(content)], name, { type }))
}

function sameFiles(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((path) => after.includes(path))
}
