import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import semver from 'semver'
import { z } from 'zod/mini'

import { manifestFile } from '#analysis/knowledge/names.ts'
import { releaseText } from '#analysis/report/known-files.ts'

import { gitDirectoryOf, readCommit } from './git-files.ts'

/** Releases that anyone can download again: files of packages on npm, and of tags of repositories. */
const Release = z.object({
  name: z.string(),
  package: z.optional(z.string()),
  repository: z.optional(z.string()),
  /** A list, or the range of those on npm. */
  versions: z.union([z.string(), z.array(z.string())]),
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
  const lines = releases.map((release) => {
    const versions = versionsOf(release, folder).flatMap(({ version, files }) => {
      // A file that did not change has the name of the first release that contains it.
      const hashes = new Set(files.map(({ bytes }) => hashOf(bytes)).filter((hash) => !known.has(hash)))
      for (const hash of hashes) known.add(hash)
      onRelease(`${release.name} ${version}: ${files.length} files`)
      return hashes.size === 0
        ? []
        : [[version.replace(/^v/, '').slice(0, 12), ...[...hashes].sort()].join(' ')]
    })
    return `${release.name}: ${versions.join('; ')}`
  })
  writeFileSync(
    target,
    `/**
 * Texts of libraries by the first 16 bytes of their SHA-256. \`npm run corpus -- known-files\` writes them from the releases
 * in corpus/known-files.json.
 */
export const knownReleases = \`
${lines.join('\n')}
\`
`,
  )
}

type Version = { version: string; files: File[] }

function versionsOf(release: Release, folder: string): Version[] {
  const isNamed = ({ path, bytes }: File) =>
    bytes.length >= sizeMin && release.files.some((start) => path.startsWith(start))
  const all = release.package === undefined ? ofRepository(release, folder) : ofPackage(release)
  return all.map(({ version, files }) => {
    const named = files.filter(isNamed)
    if (named.length === 0 && Array.isArray(release.versions))
      throw new Error(`${release.name} ${version} has none of its files`)
    return { version, files: named }
  })
}

function ofRepository({ repository = '', versions }: Release, folder: string): Version[] {
  const directory = gitDirectoryOf(folder, repository)
  if (directory === undefined) throw new Error(`${repository} is not in ${folder}`)
  return [versions].flat().map((version) => ({
    version,
    files: readCommit(directory, version).flatMap(({ path, read }) => {
      const bytes = /\.(js|lua)$/.test(path) && !manifestFile.test(path) ? read() : undefined
      return bytes ? [{ path, bytes: Buffer.from(bytes) }] : []
    }),
  }))
}

function ofPackage({ package: name = '', versions: list }: Release): Version[] {
  const versions = Array.isArray(list) ? list : publishedWithin(name, list)
  const folder = mkdtempSync(join(tmpdir(), 'known-files-'))
  try {
    const specifiers = versions.map((version) => `${name}@${version}`)
    npm(['pack', ...specifiers, '--json', '--pack-destination', folder])
    return versions.map((version) => {
      const unpacked = join(folder, version)
      mkdirSync(unpacked)
      const archive = join(folder, `${name}-${version}.tgz`)
      execFileSync('tar', ['-xf', archive, '-C', unpacked, '--strip-components=1'], { stdio: 'ignore' })
      const paths = globSync('**/*.js', { cwd: unpacked, exclude: ['node_modules/**'] })
      return { version, files: paths.map((path) => ({ path, bytes: readFileSync(join(unpacked, path)) })) }
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function publishedWithin(name: string, range: string): string[] {
  const published = z.array(z.string()).parse(JSON.parse(npm(['view', name, 'versions', '--json'])))
  return published.filter((version) => semver.satisfies(version, range)).toSorted(semver.compare)
}

function npm(args: string[]): string {
  return execFileSync('npm', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 30,
  })
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256')
    .update(releaseText(bytes.toString('utf8')))
    .digest('hex')
    .slice(0, 32)
}
