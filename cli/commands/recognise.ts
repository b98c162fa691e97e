import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { identifyApi, identifyLimits, type Identified } from '#contract/scripts/identify.ts'
import { hashFile, hashWithLineFeeds, listFiles } from '#cli/disk/read-folder.ts'
import type { Hub } from '#cli/hub/hub.ts'

export type Recognised = {
  id: number
  name: string
  number: string
  /** The folders that have most of their files from it. */
  resources: string[]
  /** The hashes of its files that some folder has. */
  hashes: ReadonlySet<string>
  matched: number
  files: number
  withdrawal: Withdrawal
  /** Why the script was taken down: it has no name then. */
  removal: Removal | null
}

type Withdrawal = Identified['scripts'][number]['versions'][number]['withdrawal']
type Removal = Identified['takenDown'][number]['removal']
type Match = Pick<Recognised, 'number' | 'matched' | 'files' | 'withdrawal'>

type Candidate = Pick<Recognised, 'id' | 'name' | 'removal'> & {
  versions: Map<string, Match>
  hashes: Set<string>
}

/** The hashes of the files of a resource, with their paths. */
export type Hashes = ReadonlyMap<string, string>

/** The scripts whose files are in resources, by their hashes. */
export async function recognise(hub: Hub, hashesOf: ReadonlyMap<string, Hashes>): Promise<Recognised[]> {
  const candidates = await identify(hub, partsOf([...hashesOf.values()]))
  const ownerOf = new Map(
    [...hashesOf].map(([name, hashes]) => [name, bestOf(candidates, hashes)?.id] as const),
  )
  return candidates.flatMap((candidate) => {
    const { id, name, hashes, removal } = candidate
    const version = versionOf(candidate)
    const own = [...ownerOf].flatMap(([resource, owner]) => (owner === id ? [resource] : []))
    const matched = new Set(own.flatMap((resource) => common(hashesOf.get(resource), hashes))).size
    return matched > 0 && matched * 2 >= version.files
      ? [{ ...version, id, name, removal, hashes, resources: own.toSorted(), matched }]
      : []
  })
}

/**
 * Git on Windows changes the line ends of texts: each text also has the hash that it had before. The folder may be a link;
 * links in it are not followed.
 */
export function readHashes(folder: string): Hashes {
  const hashes = new Map<string, string>()
  for (const path of listFiles(realpathSync(folder)) ?? []) {
    const file = join(folder, path)
    if (!lstatSync(file).isFile()) continue
    hashes.set(hashFile(file), path)
    const published = hashWithLineFeeds(file)
    if (published !== undefined) hashes.set(published, path)
  }
  return hashes
}

/** The hashes of one resource are in one part, unless they are too many. */
function partsOf(resources: readonly Hashes[]): string[][] {
  const { hashesMax } = identifyLimits
  const parts: string[][] = []
  let part = new Set<string>()
  for (const hashes of resources)
    for (const [at, hash] of [...hashes.keys()].entries()) {
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

/** Public scripts first: where a taken-down one has the same files, they are not its. */
async function identify(hub: Hub, parts: readonly string[][]): Promise<Candidate[]> {
  const candidates = new Map<number, Candidate>()
  for (const hashes of parts) {
    const { scripts, takenDown } = await hub.call(identifyApi, { body: { hashes } })
    const matches = [
      ...scripts.map((script) => ({ ...script, removal: null })),
      ...takenDown.map(({ scriptId: id, ...version }) => ({
        ...version,
        id,
        name: `Script ${id}`,
        versions: [{ ...version, withdrawal: null }],
      })),
    ]
    for (const { id, name, removal, versions, hashes: positions } of matches) {
      const candidate = candidates.get(id) ?? { id, name, removal, versions: new Map(), hashes: new Set() }
      candidates.set(id, candidate)
      for (const position of positions) candidate.hashes.add(hashes[position] ?? '')
      for (const { number, matched, files, withdrawal } of versions) {
        const before = candidate.versions.get(number)?.matched ?? 0
        candidate.versions.set(number, { number, files, withdrawal, matched: before + matched })
      }
    }
  }
  return [...candidates.values()].toSorted((a, b) => Number(a.removal !== null) - Number(b.removal !== null))
}

/** The script from which a folder has most files: others have a library in common with it. */
function bestOf(candidates: readonly Candidate[], hashes: Hashes): Candidate | undefined {
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
  return best ?? { number: '', matched: 0, files: 0, withdrawal: null }
}

/** Of most of the files and fewest others. */
function scoreOf({ matched, files }: Match): number {
  return matched ** 2 / Math.max(files, matched, 1)
}

function common(some: Hashes = new Map(), others: ReadonlySet<string>): string[] {
  return [...some.keys()].filter((hash) => others.has(hash))
}
