import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

import type { ClientBuild, Site, SsrRequest, SsrResponse } from '#contract/site/pages.ts'

import { loadRenderer, type FetchData, type LoadedRenderer } from './page-renderer.ts'

/** The paths of a build of the pages. */
export type PageBuild = { server: string; manifest: string }
export type WorkerData = { build: PageBuild }

/** Responses are sent as JSON: both threads serialize it faster than a structured clone. */
export type WorkerRequest =
  | { kind: 'canonicalUrl'; id: number; url: string }
  | { kind: 'render'; id: number; canonicalUrl: string; site: Site }
  | { kind: 'responses'; batch: number; json: string }

export type SerializedError = { message: string; stack: string | undefined }

/** The requests that a page makes at the same time are one message. */
export type WorkerMessage =
  | { kind: 'ready'; firstPaintScript: string }
  | { kind: 'unbuilt' }
  | { kind: 'broken'; error: SerializedError }
  | { kind: 'canonicalUrl'; id: number; canonicalUrl: string }
  | { kind: 'requests'; id: number; batch: number; requests: SsrRequest[] }
  | { kind: 'page'; id: number; status: number; document: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; id: number; error: SerializedError }

const encoder = new TextEncoder()
const batches = new Map<number, (responses: SsrResponse[]) => void>()
let lastBatch = 0

const { build }: WorkerData = workerData
await start(build).catch((error: unknown) => {
  post(isNotBuilt(error) ? { kind: 'unbuilt' } : { kind: 'broken', error: serializeError(error) })
})

async function start({ server, manifest }: PageBuild): Promise<void> {
  const [module, json]: [unknown, string] = await Promise.all([
    import(pathToFileURL(server).href),
    readFile(manifest, 'utf8'),
  ])
  const renderer = loadRenderer(module)
  const clientBuild: ClientBuild = JSON.parse(json)
  parentPort?.on('message', (request: WorkerRequest) => {
    if (request.kind === 'render') void render(renderer, request, clientBuild)
    else if (request.kind === 'canonicalUrl') findCanonicalUrl(renderer, request.id, request.url)
    else resolveBatch(request.batch, request.json)
  })
  post({ kind: 'ready', firstPaintScript: renderer.firstPaintScript })
}

async function render(
  renderer: LoadedRenderer,
  { id, canonicalUrl, site }: Extract<WorkerRequest, { kind: 'render' }>,
  clientBuild: ClientBuild,
) {
  try {
    const options = { site, build: clientBuild }
    const { status, document } = await renderer.render(canonicalUrl, options, createBatchFetcher(id))
    const bytes = encoder.encode(document)
    post({ kind: 'page', id, status, document: bytes }, [bytes.buffer])
  } catch (error) {
    post({ kind: 'failed', id, error: serializeError(error) })
  }
}

function findCanonicalUrl(renderer: LoadedRenderer, id: number, url: string) {
  try {
    post({ kind: 'canonicalUrl', id, canonicalUrl: renderer.canonicalUrl(url) })
  } catch (error) {
    post({ kind: 'failed', id, error: serializeError(error) })
  }
}

/** Batches the requests that a page makes in one microtask: a message costs the main thread more than its content. */
function createBatchFetcher(id: number): FetchData {
  let pending: {
    request: SsrRequest
    resolve: (response: SsrResponse) => void
    reject: (error: Error) => void
  }[] = []

  function send() {
    const sent = pending
    pending = []
    const batch = ++lastBatch
    batches.set(batch, (responses) => {
      for (const [index, { request, resolve, reject }] of sent.entries()) {
        const response = responses[index]
        if (response) resolve(response)
        else reject(new Error(`${request.name} has no response`))
      }
    })
    post({ kind: 'requests', id, batch, requests: sent.map(({ request }) => request) })
  }

  return (request) => {
    if (pending.length === 0) queueMicrotask(send)
    return new Promise((resolve, reject) => {
      pending.push({ request, resolve, reject })
    })
  }
}

function resolveBatch(batch: number, json: string) {
  const resolve = batches.get(batch)
  batches.delete(batch)
  const responses: SsrResponse[] = JSON.parse(json)
  resolve?.(responses)
}

function post(message: WorkerMessage, transferList: ArrayBuffer[] = []) {
  parentPort?.postMessage(message, transferList)
}

/** A thrown value may contain what cannot be cloned; these two properties always can. */
function serializeError(error: unknown): SerializedError {
  if (error instanceof Error) return { message: error.message, stack: error.stack }
  return { message: String(error), stack: undefined }
}

function isNotBuilt(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(String(error.code))
  )
}
