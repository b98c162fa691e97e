import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

import type { ClientBuild, PageRead, PageReadAnswer, Site } from '#contract/pages.ts'

import { openRenderer, type OpenedRenderer, type Read } from './page-renderer.ts'

/** Where a build of the pages is. */
export type PageBuild = { server: string; manifest: string }
export type Setting = { build: PageBuild; site: Site }

/** What the hub asks. Answers come as text: both threads are faster with it than with a copy of their objects. */
export type Order =
  | { kind: 'address'; id: number; address: string }
  | { kind: 'page'; id: number; address: string }
  | { kind: 'answers'; batch: number; text: string }

export type Failed = { message: string; stack: string | undefined }

/** What the thread says. The reads of a page that are made at once travel at once, and are answered at once. */
export type Told =
  | { kind: 'ready'; firstPaintScript: string }
  | { kind: 'unbuilt' }
  | { kind: 'broken'; error: Failed }
  | { kind: 'address'; id: number; address: string }
  | { kind: 'reads'; id: number; batch: number; reads: PageRead[] }
  | { kind: 'page'; id: number; status: number; document: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; id: number; error: Failed }

const encoder = new TextEncoder()
const batches = new Map<number, (answers: PageReadAnswer[]) => void>()
let lastBatch = 0

const { build, site }: Setting = workerData
await start(build).catch((error: unknown) => {
  tell(isMissing(error) ? { kind: 'unbuilt' } : { kind: 'broken', error: describe(error) })
})

async function start({ server, manifest }: PageBuild): Promise<void> {
  const [module, text]: [unknown, string] = await Promise.all([
    import(pathToFileURL(server).href),
    readFile(manifest, 'utf8'),
  ])
  const renderer = openRenderer(module)
  const clientBuild: ClientBuild = JSON.parse(text)
  parentPort?.on('message', (order: Order) => {
    if (order.kind === 'page') void makePage(renderer, order.id, order.address, clientBuild)
    else if (order.kind === 'address') findAddress(renderer, order.id, order.address)
    else takeAnswers(order.batch, order.text)
  })
  tell({ kind: 'ready', firstPaintScript: renderer.firstPaintScript })
}

async function makePage(renderer: OpenedRenderer, id: number, address: string, clientBuild: ClientBuild) {
  try {
    const { status, document } = await renderer.render(address, { site, build: clientBuild }, readsOf(id))
    const bytes = encoder.encode(document)
    tell({ kind: 'page', id, status, document: bytes }, [bytes.buffer])
  } catch (error) {
    tell({ kind: 'failed', id, error: describe(error) })
  }
}

function findAddress(renderer: OpenedRenderer, id: number, address: string) {
  try {
    tell({ kind: 'address', id, address: renderer.canonicalAddress(address) })
  } catch (error) {
    tell({ kind: 'failed', id, error: describe(error) })
  }
}

/** Gathers the reads that a page makes in one go: a message costs the hub more than what is in it. */
function readsOf(id: number): Read {
  let gathered: {
    read: PageRead
    resolve: (answer: PageReadAnswer) => void
    reject: (error: Error) => void
  }[] = []

  function send() {
    const sent = gathered
    gathered = []
    const batch = ++lastBatch
    batches.set(batch, (answers) => {
      for (const [at, { read, resolve, reject }] of sent.entries()) {
        const answer = answers[at]
        if (answer) resolve(answer)
        else reject(new Error(`${read.name} was not answered`))
      }
    })
    tell({ kind: 'reads', id, batch, reads: sent.map(({ read }) => read) })
  }

  return (read) => {
    if (gathered.length === 0) queueMicrotask(send)
    return new Promise((resolve, reject) => {
      gathered.push({ read, resolve, reject })
    })
  }
}

function takeAnswers(batch: number, text: string) {
  const take = batches.get(batch)
  batches.delete(batch)
  const answers: PageReadAnswer[] = JSON.parse(text)
  take?.(answers)
}

function tell(told: Told, moved: ArrayBuffer[] = []) {
  parentPort?.postMessage(told, moved)
}

/** What is thrown may hold anything; these two travel whatever it is. */
function describe(error: unknown): Failed {
  if (error instanceof Error) return { message: error.message, stack: error.stack }
  return { message: String(error), stack: undefined }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(String(error.code))
  )
}
