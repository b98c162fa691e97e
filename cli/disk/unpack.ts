import { createHash } from 'node:crypto'
import { movesOf } from '#server/scripts/install/server-cfg.rules.ts'
import { closeSync, fstatSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { collectBuffers } from '#cli/collect-buffers.ts'
import { mayBeConfiguration } from '#cli/files/configuration.ts'
import { foldPath, pathProblem } from '#cli/files/names.ts'
import type { InstalledFiles } from '#cli/files/installed.ts'
import {
  InvalidArchiveError,
  messages,
  type ArchiveMember,
} from '#platform/inspection/archives/archive-limits.ts'
import { listArchive } from '#platform/inspection/archives/list-archive.ts'
import { readMembers } from '#platform/inspection/archives/read-members.ts'

export type UnpackRequest = {
  archive: string
  kind: 'zip' | 'rar' | '7z'
  /** The name of a resource in the root of the archive. */
  rootName: string
  /** An empty folder, which gets a folder for each resource. */
  target: string
  /** Gets the configuration, which updates merge, and SQL, by their hash. */
  originals: string
  /** Of scripthaven.json: more files that are configuration. */
  configuration: readonly string[]
}

export type Unpacked = {
  /** The files of each resource by their path in its folder. */
  resources: Record<string, InstalledFiles>
  /** By path: in the folder of their resource, or in the archive. */
  sql: Record<string, string>
}

// Listing needs 64 MB on the server, too. Reading needs the dictionary of a 7z.
const listingMemory = 64 * 1024 ** 2
const readingMemory = 512 * 1024 ** 2
const originalMax = 1024 ** 2

/** Unpacks the resources of an archive, after the same inspection as on the hub. Links and other files are never written. */
export async function unpack({
  archive,
  kind,
  rootName,
  target,
  originals,
  configuration,
}: UnpackRequest): Promise<Unpacked> {
  const file = openSync(archive, 'r')
  try {
    const members: ArchiveMember[] = []
    await listArchive(file, fstatSync(file).size, kind, listingMemory, (member) => members.push(member))
    const files = members.filter(({ isFolder }) => !isFolder)
    checkPaths(members)
    const writer = createWriter(placesOf(files, rootName), target, { originals, configuration })
    await readMembers(file, files, readingMemory, writer)
    return writer.unpacked
  } catch (error) {
    throw isSystemError(error) || error instanceof InvalidArchiveError
      ? error
      : new InvalidArchiveError(messages.damaged)
  } finally {
    closeSync(file)
  }
}

/** Of the disk. Other errors are those of the programs that read the archive. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** Beyond the inspection of the hub: names that Windows does not have, and a file with the path of a folder. */
function checkPaths(members: readonly ArchiveMember[]): void {
  const folders = new Set<string>()
  for (const { path } of members) {
    const problem = pathProblem(path.replace(/\/$/, ''))
    if (problem !== undefined)
      throw new InvalidArchiveError(`The archive contains ${JSON.stringify(path)}, which ${problem}`)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(foldPath(folder))
  }
  const both = members.find(({ path, isFolder }) => !isFolder && folders.has(foldPath(path)))
  if (both)
    throw new InvalidArchiveError(
      `The archive contains ${JSON.stringify(both.path)} as a file and as a folder`,
    )
}

type FilePlace = { resource: string; path: string }

/** Where each file belongs: to the innermost folder that has a manifest. */
function placesOf(files: readonly ArchiveMember[], rootName: string): Map<string, FilePlace> {
  const resources = files.flatMap(({ path }) => {
    const match = /^(.*\/)?(?:fxmanifest|__resource)\.lua$/s.exec(path)
    const folder = match?.[1]?.slice(0, -1) ?? ''
    return match
      ? [{ name: folder === '' ? rootName : folder.slice(folder.lastIndexOf('/') + 1), path: folder }]
      : []
  })
  const moves = movesOf(resources)
  if (moves.length === 0)
    throw new InvalidArchiveError('The archive contains no resource that a server can start')
  const names = new Map<string, string>()
  for (const { name } of moves) {
    const other = names.get(foldPath(name))
    if (other !== undefined)
      throw new InvalidArchiveError(
        `The archive has the resources ${other} and ${name}, which are one on Windows`,
      )
    names.set(foldPath(name), name)
  }
  const folders = new Map(moves.map(({ path, name }) => [path, name]))
  return new Map(
    files.flatMap(({ path }) => {
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        const name = folders.get(folder === '.' ? '' : folder)
        if (name !== undefined)
          return [[path, { resource: name, path: folder === '.' ? path : path.slice(folder.length + 1) }]]
        if (folder === '.') return []
      }
    }),
  )
}

function createWriter(
  places: ReadonlyMap<string, FilePlace>,
  target: string,
  { originals, configuration }: Pick<UnpackRequest, 'originals' | 'configuration'>,
) {
  const unpacked: Unpacked = { resources: {}, sql: {} }
  const madeFolders = new Set<string>()
  let output: number | undefined
  let hash = createHash('sha256')
  let text: Buffer[] = []
  const isConfigurationOf = new Map<string, (path: string) => boolean>()

  function isConfiguration({ resource, path }: FilePlace): boolean {
    const known = isConfigurationOf.get(resource) ?? mayBeConfiguration(resource, configuration)
    isConfigurationOf.set(resource, known)
    return known(path)
  }

  function begin(member: ArchiveMember): void {
    const place = places.get(member.path)
    if (!place) return
    const path = join(target, place.resource, place.path)
    const folder = dirname(path)
    if (!madeFolders.has(folder)) mkdirSync(folder, { recursive: true })
    madeFolders.add(folder)
    output = openSync(path, 'wx')
  }

  function writeOriginal(sha256: string, bytes: Buffer): void {
    const path = join(originals, sha256)
    // A link that is there would be followed.
    rmSync(path, { force: true })
    writeFileSync(path, bytes, { flag: 'wx' })
  }

  function isOriginal({ path, size }: ArchiveMember): boolean {
    if (size > originalMax) return false
    const place = places.get(path)
    return /\.sql$/i.test(path) || (place !== undefined && isConfiguration(place))
  }

  return {
    unpacked,
    write(member: ArchiveMember, bytes: Buffer): void {
      const keeps = isOriginal(member)
      if (!keeps && !places.has(member.path)) return
      if (output === undefined) begin(member)
      hash.update(bytes)
      if (keeps) text.push(Buffer.from(bytes))
      if (output !== undefined) for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at)
    },
    end(member: ArchiveMember): void {
      collectBuffers(member.size)
      const place = places.get(member.path)
      const keeps = isOriginal(member)
      if (!place && !keeps) return
      if (output === undefined) begin(member)
      if (output !== undefined) closeSync(output)
      const sha256 = hash.digest('hex')
      if (place) (unpacked.resources[place.resource] ??= {})[place.path] = { sha256, size: member.size }
      if (/\.sql$/i.test(member.path))
        unpacked.sql[place ? `${place.resource}/${place.path}` : member.path] = sha256
      if (keeps) writeOriginal(sha256, Buffer.concat(text))
      output = undefined
      hash = createHash('sha256')
      text = []
    },
  }
}
