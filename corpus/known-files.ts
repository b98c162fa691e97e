import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod/mini'

import { manifestFile } from '#analysis/knowledge/names.ts'

import { gitDirectoryOf, readCommit } from './git-files.ts'

/** Releases that anyone can download again: files of packages on npm, and of tags of repositories. */
const Release = z.object({
  name: z.string(),
  package: z.optional(z.string()),
  repository: z.optional(z.string()),
  versions: z.array(z.string()),
  /** Beginnings of paths. */
  files: z.array(z.string()),
})
type Release = z.output<typeof Release>
type File = { path: string; bytes: Buffer }

const sources = new URL('known-files.json', import.meta.url)
const target = new URL('../analysis/knowledge/known-releases.ts', import.meta.url)
/** Shorter ones say little: several projects may have the same. */
const sizeMin = 200

/** Writes the hashes of all releases that corpus/known-files.json names. FOLDER contains the repositories. */
export function writeKnownFiles(folder: string, onRelease: (line: string) => void): void {
  const releases = z.array(Release).parse(JSON.parse(readFileSync(sources, 'utf8')))
  const known = new Set<string>()
  const lines = releases.flatMap((release) =>
    release.versions.flatMap((version) => {
      const files = filesOf(release, version, folder).filter(
        ({ path, bytes }) => bytes.length >= sizeMin && release.files.some((start) => path.startsWith(start)),
      )
      if (files.length === 0) throw new Error(`${release.name} ${version} has none of its files`)
      // A file that did not change has the name of the first release that contains it.
      const hashes = files.flatMap(({ bytes }) => hashesOf(bytes)).filter((hash) => !known.has(hash))
      for (const hash of hashes) known.add(hash)
      onRelease(`${release.name} ${version}: ${files.length} files`)
      const line = `${release.name} ${version.replace(/^v/, '').slice(0, 12)}: ${[...new Set(hashes)].sort().join(' ')}`
      return hashes.length === 0 ? [] : [line]
    }),
  )
  writeFileSync(
    target,
    `/**
 * Files of libraries by the first 16 bytes of their SHA-256, with line ends of both kinds. \`npm run corpus -- known-files\`
 * writes them from the releases in corpus/known-files.json.
 */
export const knownReleases = \`
${lines.join('\n')}
\`
`,
  )
}

function filesOf({ package: name, repository, files }: Release, version: string, folder: string): File[] {
  if (name !== undefined) return filesOfPackage(`${name}@${version}`, files)
  const directory = repository === undefined ? undefined : gitDirectoryOf(folder, repository)
  if (directory === undefined) throw new Error(`${repository} is not in ${folder}`)
  return readCommit(directory, version).flatMap(({ path, read }) => {
    const bytes = /\.(js|lua)$/.test(path) && !manifestFile.test(path) ? read() : undefined
    return bytes ? [{ path, bytes: Buffer.from(bytes) }] : []
  })
}

function filesOfPackage(specifier: string, starts: readonly string[]): File[] {
  const folder = mkdtempSync(join(tmpdir(), 'known-files-'))
  try {
    const args = ['pack', specifier, '--json', '--pack-destination', folder]
    const output = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const [packed] = z.array(z.object({ filename: z.string() })).parse(JSON.parse(output))
    if (!packed) return []
    const archive = join(folder, packed.filename)
    execFileSync('tar', ['-xf', archive, '-C', folder, '--strip-components=1'])
    return globSync('**/*.{js,lua}', { cwd: folder, exclude: ['node_modules/**'] })
      .filter((path) => starts.some((start) => path.startsWith(start)))
      .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function hashesOf(bytes: Buffer): string[] {
  const text = bytes.toString('latin1').replaceAll('\r\n', '\n')
  return [text, text.replaceAll('\n', '\r\n')].map((one) =>
    createHash('sha256').update(Buffer.from(one, 'latin1')).digest('hex').slice(0, 32),
  )
}
