import { once } from 'node:events'
import { createWriteStream, existsSync, lstatSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { ZipFile } from 'yazl'

import { manifestLimits, type ManifestEntry } from '#contract/archives/manifest/read-manifest.ts'
import { isRemote, readResource } from '#contract/archives/manifest/read-resource.ts'
import { createFileTree, globStepsMax, partsOf } from '#contract/archives/manifest/resolve-globs.ts'
import { CliError } from '#cli/cli-error.ts'

import { listFiles } from './read-folder.ts'

export type ResourceFolder = {
  folder: string
  entries: ManifestEntry[]
  /** The paths that belong into its archive, sorted. */
  files: string[]
  /** Those that the manifest does not name: data that the code reads, or what an author forgot there. */
  unnamed: string[]
}

/** What no archive needs, unless the manifest names it: hidden files, packages, logs, archives and keys. */
const ignored = /^(\..*|node_modules|thumbs\.db|desktop\.ini|.*\.(log|zip|7z|rar|pem|key|p12|pfx))$/i
/** Of protected resources. */
const escrowKey = '.fxap'
/** Of an owner who works in the folder. */
const ownersFiles = /^scripthaven(\.(json|lock|cfg)|\/(installed\.json|(originals|rollback|staging)\/.*))$/

/** Reads the manifest of a resource, and lists what its archive contains. */
export function readResourceFolder(folder: string): ResourceFolder {
  const manifestPath = ['fxmanifest.lua', '__resource.lua'].find((name) => existsSync(join(folder, name)))
  if (manifestPath === undefined)
    throw new CliError(`${folder} has no fxmanifest.lua: it is no resource. Name the folder of one.`)
  const paths = (listFiles(folder) ?? [])
    .filter((path) => !path.split('/').includes('.git') && !ownersFiles.test(path))
    .toSorted()
  const budget = { steps: globStepsMax }
  const { manifest, named } = readResource(manifestPath, {
    manifests: new Map([[manifestPath, readFileSync(join(folder, manifestPath), 'utf8')]]),
    rootName: basename(folder),
    root: createFileTree(paths, budget),
    budget,
    valuesLeft: manifestLimits.valuesMax,
  })
  const entries = Object.values(named).flat()
  const missing = entries.filter(
    ({ value, members }) =>
      members.length === 0 && !/^@|[*?]/.test(value) && !isRemote(value) && partsOf(value).length > 0,
  )
  if (missing.length > 0 && budget.steps >= 0)
    throw new CliError(
      `${manifestPath} names what does not exist: ${missing.map(({ value, line }) => `${value} (line ${line})`).join(', ')}. Nothing was uploaded. Build these files, or remove their names.`,
    )
  // A star stands for no ignored part, as in a shell.
  const namedFiles = new Set(
    entries.flatMap(({ value, members }) => {
      const parts = partsOf(value)
      return members.filter((path) => ignoredParts(path).every((part) => parts.includes(part)))
    }),
  )
  const files = paths.filter((path) => ignoredParts(path).length === 0 || namedFiles.has(path))
  for (const path of files)
    if (!lstatSync(join(folder, path)).isFile())
      throw new CliError(
        `${path} is not a regular file, and an archive can only contain regular files. Nothing was uploaded. Replace it with a file.`,
      )
  const known = new Set([manifestPath, escrowKey, ...entries.flatMap(({ members }) => members)])
  return { folder, entries: manifest.entries, files, unnamed: files.filter((path) => !known.has(path)) }
}

function ignoredParts(path: string): string[] {
  return path.split('/').filter((part) => part !== escrowKey && ignored.test(part))
}

/** In a folder with the name of the resource, sorted and without times: the same files are the same archive. */
export async function packResource({ folder, files }: ResourceFolder, archive: string): Promise<void> {
  const zip = new ZipFile()
  const mtime = new Date(2000, 0, 1)
  for (const path of files)
    zip.addFile(join(folder, path), `${basename(folder)}/${path}`, { mtime, mode: 0o100644 })
  zip.end()
  // A file that cannot be read is reported by the archive, not by its stream.
  const failure = once(zip, 'error').then(([error]: unknown[]) => {
    throw error
  })
  await Promise.race([pipeline(zip.outputStream, createWriteStream(archive)), failure])
}
