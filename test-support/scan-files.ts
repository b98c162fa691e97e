import { createHash } from 'node:crypto'

import { describeResources } from '#contract/archives/manifest/describe-resources.ts'
import { scanArchive, type Blocklist, type Member as ScanMember } from '#analysis/report/archive.ts'

const noBlocklist: Blocklist = { hosts: [], texts: [], files: [] }
export const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\nclient_script 'client.lua'\n`

interface Options {
  blocklist?: Partial<Blocklist>
  types?: Record<string, string>
  hashes?: Record<string, string>
  notRead?: { path: string; why: string }[]
}

/** Scans an archive of these files. `types` are those of files that are no text, `hashes` those of known files. */
export function scanFiles(
  files: Record<string, string>,
  { blocklist, types = {}, hashes = {}, notRead = [] }: Options = {},
) {
  const paths = Object.keys(files)
  const manifests = new Map(Object.entries(files).filter(([path]) => path.endsWith('fxmanifest.lua')))
  const { resources, uses } = describeResources({ paths, manifests, rootName: 'own' })
  const members = paths.map((path): ScanMember => {
    const type = types[path] ?? null
    const { side = 'none', resource = null, isLoaded = false } = uses.get(path) ?? {}
    const isText = type === null || type === 'text'
    return {
      path,
      size: Math.max(1, files[path]?.length ?? 0),
      side,
      resource,
      isLoaded,
      sha256: hashes[path] ?? 'ab'.repeat(16),
      kind: isText ? 'text' : 'binary',
      type,
      isStored: isText,
    }
  })
  return scanArchive({
    members,
    readText: ({ path }) => files[path],
    resources,
    blocklist: { ...noBlocklist, ...blocklist },
    notRead,
    hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  })
}
