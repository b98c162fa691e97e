import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const manifests = ['fxmanifest.lua', '__resource.lua']

/** The paths of all files below a folder; links are files here, and never followed. Undefined if there is no folder. */
export function listFiles(folder: string): string[] | undefined {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  const files: string[] = []
  visit('')
  return files

  function visit(below: string): void {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      else files.push(path)
    }
  }
}

const block = Buffer.allocUnsafe(1 << 18)

export function hashFile(path: string): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, block); read > 0; read = readSync(file, block))
      hash.update(block.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

const textMax = 1024 ** 2

/** The hash that a text had before Git on Windows changed its line ends; undefined if it has none of Windows. */
export function hashWithLineFeeds(path: string): string | undefined {
  if (statSync(path).size > textMax) return undefined
  const bytes = readFileSync(path)
  if (!bytes.includes('\r\n') || bytes.includes(0)) return undefined
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
  return createHash('sha256').update(text, 'latin1').digest('hex')
}

/** The resources of a server. Like the server, it looks into folders in brackets only. Several can have one name. */
export function findResources(resources: string): [name: string, folder: string][] {
  const pairs: [name: string, folder: string][] = []
  visit(resources)
  return pairs

  function visit(folder: string): void {
    if (!existsSync(folder)) return
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      // A resource may be a link to its folder.
      if (/^\[.*\]$/.test(entry.name)) visit(path)
      else if (manifests.some((manifest) => existsSync(join(path, manifest)))) pairs.push([entry.name, path])
    }
  }
}
