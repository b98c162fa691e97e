import { statSync } from 'node:fs'
import { join } from 'node:path'

import { identifyApi, identifyLimits } from '#contract/scripts/identify.ts'
import { findResources, hashFile, hashWithLineFeeds, listFiles } from '#cli/disk/read-folder.ts'
import type { Hub } from '#cli/hub/hub.ts'

export type Recognised = {
  id: number
  name: string
  number: string
  /** The folders that have most of their files from it. */
  resources: string[]
  matched: number
  files: number
}

type Match = { number: string; matched: number; files: number }

type Candidate = {
  id: number
  name: string
  versions: Map<number, Match>
  hashes: Set<string>
}

/** The scripts whose files are in the resources of a server, by their hashes. */
export async function recognise(hub: Hub, resources: string): Promise<Recognised[]> {
  const hashesOf = new Map(
    [...findResources(resources)].map(([name, folder]) => [name, readHashes(folder)] as const),
  )
  const candidates = [...(await identify(hub, partsOf([...hashesOf.values()]))).values()]
  const ownerOf = new Map(
    [...hashesOf].map(([name, hashes]) => [name, bestOf(candidates, hashes)?.id] as const),
  )
  return candidates.flatMap((candidate) => {
    const { id, name, hashes } = candidate
    const version = versionOf(candidate)
    const own = [...ownerOf].flatMap(([resource, owner]) => (owner === id ? [resource] : []))
    const matched = new Set(own.flatMap((resource) => common(hashesOf.get(resource), hashes))).size
    return matched > 0 && matched * 2 >= version.files
      ? [{ id, name, number: version.number, resources: own.toSorted(), matched, files: version.files }]
      : []
  })
}

/** Git on Windows changes the line ends of texts: each text also has the hash that it had before. */
function readHashes(folder: string): Set<string> {
  const hashes = new Set<string>()
  for (const path of listFiles(folder) ?? []) {
    const file = join(folder, path)
    if (!statSync(file).isFile()) continue
    hashes.add(hashFile(file))
    const published = hashWithLineFeeds(file)
    if (published !== undefined) hashes.add(published)
  }
  return hashes
}

/** The hashes of one resource are in one part, unless they are too many. */
function partsOf(resources: readonly ReadonlySet<string>[]): string[][] {
  const { hashesMax } = identifyLimits
  const parts: string[][] = []
  let part = new Set<string>()
  for (const hashes of resources)
    for (const [at, hash] of [...hashes].entries()) {
      const isFull = at === 0 && part.size + Math.min(hashes.size, hashesMax) > hashesMax
      if ((isFull || part.size === hashesMax) && part.size > 0) {
        parts.push([...part])
        part = new Set()
      }
      part.add(hash)
    }
  if (part.size > 0) parts.push([...part])
  return parts
}

async function identify(hub: Hub, parts: readonly string[][]): Promise<Map<number, Candidate>> {
  const candidates = new Map<number, Candidate>()
  for (const hashes of parts) {
    const { scripts } = await hub.call(identifyApi, { body: { hashes } })
    for (const { id, name, versions, hashes: positions } of scripts) {
      const candidate = candidates.get(id) ?? { id, name, versions: new Map(), hashes: new Set() }
      candidates.set(id, candidate)
      for (const position of positions) candidate.hashes.add(hashes[position] ?? '')
      for (const version of versions) {
        const before = candidate.versions.get(version.id)?.matched ?? 0
        candidate.versions.set(version.id, { ...version, matched: before + version.matched })
      }
    }
  }
  return candidates
}

/** The script from which a folder has most files: others have a library in common with it. */
function bestOf(candidates: readonly Candidate[], hashes: ReadonlySet<string>): Candidate | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, count: common(hashes, candidate.hashes).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || shareOf(b.candidate) - shareOf(a.candidate))
  return best?.candidate
}

function shareOf(candidate: Candidate): number {
  const { matched, files } = versionOf(candidate)
  return matched / Math.max(files, 1)
}

function versionOf({ versions }: Candidate): Match {
  const [best] = [...versions.values()].toSorted((a, b) => scoreOf(b) - scoreOf(a))
  return best ?? { number: '', matched: 0, files: 0 }
}

/** Of most of the files and fewest others. */
function scoreOf({ matched, files }: Match): number {
  return matched ** 2 / Math.max(files, matched, 1)
}

function common(some: ReadonlySet<string> = new Set(), others: ReadonlySet<string>): string[] {
  return [...some].filter((hash) => others.has(hash))
}
