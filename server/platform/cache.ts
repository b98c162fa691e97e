import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

import { minute } from './clock.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** What an answer is before it is stored: its bytes, its type, and the tags of what it shows. */
export type Answer = {
  status: number
  contentType: string
  /** Bytes are taken over as they are. */
  body: string | Buffer
  tags: ReadonlySet<string>
  headers?: readonly string[]
  /** False for what everybody asks in words of their own: shared by those who wait for it, then forgotten. */
  mayKeep?: boolean
}

export type Encoding = 'identity' | 'gzip' | 'br'

/** A stored answer: ready bytes in each encoding that pays, and the tag that names this version of it. */
export type Entry = {
  status: number
  etag: string
  contentType: string
  headers: readonly string[]
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
  tags: ReadonlySet<string>
  size: number
}

export type ResponseCache = {
  find(key: string): Entry | undefined
  /** The stored answer, or that of `make`; callers of one key share one `make`. */
  fill(key: string, make: () => Promise<Answer>): Promise<Entry>
  /** Drops every answer that shows one of the tags; answers being made at this moment are not stored. */
  drop(tags: readonly string[]): void
  clear(): void
  /**
   * From now on changes may be missed. What is stored is given out for as long as nothing shows that the database
   * answers anybody, and for `staleMax` at most; nothing is added. `clear` ends it.
   */
  distrust(): void
  /** For what is kept elsewhere: tells, whenever it is asked, whether none of the tags was dropped since. */
  watch(tags: readonly string[]): () => boolean
  size(): { entries: number; bytes: number }
}

/** docs/decisions/0010: how long a node that has lost its database shows what it knew. */
const staleMax = 5 * minute

/** Below this the frame of a compressed body outweighs what it saves. */
const compressOver = 860

/**
 * Public answers, the same for everyone, bounded in bytes; those that nobody asked for lately go first. `bytesMax` 0
 * turns it off, for measuring what it saves.
 */
export function openResponseCache(bytesMax: number): ResponseCache {
  const entries = new Map<string, Entry & { wasUsed?: boolean }>()
  const keysOfTag = new Map<string, Set<string>>()
  const making = new Map<string, Promise<Entry>>()
  const droppedAt = new Map<string, number>()
  // Tags that are watched, with their last drop; there are few of them, so they stay.
  const watchedAt = new Map<string, number>()
  let bytes = 0
  // Also those that nobody may join any more since something changed.
  let underWay = 0
  let epoch = 0
  let clearedAt = 0
  let forgetting: NodeJS.Timeout | undefined

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry) entry.wasUsed = true
    return entry
  }

  function fill(key: string, make: () => Promise<Answer>): Promise<Entry> {
    const stored = find(key)
    if (stored) return Promise.resolve(stored)
    const shared = making.get(key)
    if (shared) return shared
    const startedAt = ++epoch
    underWay++
    const made = make()
      .then(async (answer) => {
        const isKept = bytesMax > 0 && answer.status === 200 && answer.mayKeep !== false
        const entry = await toEntry(answer, isKept)
        // Who can read can write elsewhere, unheard by this node.
        if (forgetting && entry.status === 200 && entry.tags.size > 0) forget()
        else if (answer.mayKeep !== false && isFresh(entry, startedAt)) store(key, entry)
        return entry
      })
      .finally(() => {
        if (making.get(key) === made) making.delete(key)
        if (--underWay === 0) droppedAt.clear()
      })
    making.set(key, made)
    return made
  }

  function isFresh(entry: Entry, startedAt: number): boolean {
    if (forgetting || entry.status !== 200 || clearedAt > startedAt) return false
    for (const tag of entry.tags) if ((droppedAt.get(tag) ?? 0) > startedAt) return false
    return true
  }

  function store(key: string, entry: Entry) {
    if (entry.size > bytesMax / 4) return
    remove(key)
    makeRoom(bytesMax - entry.size)
    entries.set(key, entry)
    bytes += entry.size
    for (const tag of entry.tags) {
      const keys = keysOfTag.get(tag) ?? new Set()
      keysOfTag.set(tag, keys.add(key))
    }
  }

  /** Goes round: who was asked for since it last came by is passed once. To put each answer last costs more than that. */
  function makeRoom(left: number) {
    for (const [key, oldest] of entries) {
      if (bytes <= left) return
      if (oldest.wasUsed) {
        oldest.wasUsed = false
        entries.delete(key)
        entries.set(key, oldest)
      } else remove(key)
    }
  }

  function remove(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.size
    for (const tag of entry.tags) {
      const keys = keysOfTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOfTag.delete(tag)
    }
  }

  function drop(tags: readonly string[]) {
    const at = ++epoch
    for (const tag of tags) {
      if (underWay > 0) droppedAt.set(tag, at)
      if (watchedAt.has(tag)) watchedAt.set(tag, at)
      for (const key of keysOfTag.get(tag) ?? []) remove(key)
    }
    // Whoever asks from now on must not join an answer that was begun before the change.
    making.clear()
  }

  function distrust() {
    forgetting ??= setTimeout(forget, staleMax).unref()
  }

  function clear() {
    clearTimeout(forgetting)
    forgetting = undefined
    forget()
  }

  function forget() {
    clearedAt = ++epoch
    entries.clear()
    keysOfTag.clear()
    making.clear()
    bytes = 0
  }

  function watch(tags: readonly string[]) {
    const since = epoch
    for (const tag of tags) if (!watchedAt.has(tag)) watchedAt.set(tag, 0)
    return () => !forgetting && clearedAt <= since && tags.every((tag) => (watchedAt.get(tag) ?? 0) <= since)
  }

  return { find, fill, drop, clear, distrust, watch, size: () => ({ entries: entries.size, bytes }) }
}

async function toEntry(answer: Answer, isKept: boolean): Promise<Entry> {
  const identity = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  return {
    status: answer.status,
    etag: hash('sha1', identity, 'base64url'),
    contentType: answer.contentType,
    headers: answer.headers ?? [],
    tags: answer.tags,
    ...(isKept ? await packWell(identity) : packOnDemand(identity)),
  }
}

type Packed = Pick<Entry, 'bodies' | 'size'>

/** Heads, the key and tags. */
const frameSize = 2_048
const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** What is kept is there in both ways, for whoever comes. */
async function packWell(identity: Buffer): Promise<Packed> {
  if (identity.length <= compressOver) return { bodies: { identity }, size: frameSize + identity.length }
  const [br, packed] = await Promise.all([compressBrotli(identity, brotliAt(5)), compressGzip(identity)])
  const size = frameSize + identity.length + br.length + packed.length
  return { bodies: { identity, br, gzip: packed }, size }
}

/**
 * What goes to one client is compressed when that client takes it, fast and in the way that nearly all do. The thread
 * pool would take none of it off this thread: the way there and back costs more than the compression.
 */
function packOnDemand(identity: Buffer): Packed {
  const size = frameSize + identity.length
  if (identity.length <= compressOver) return { bodies: { identity }, size }
  let br: Buffer | undefined
  const bodies = {
    identity,
    get br() {
      return (br ??= brotliCompressSync(identity, brotliAt(1)))
    },
  }
  return { bodies, size }
}
