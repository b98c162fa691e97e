import { spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { serverEnvironment, type Binaries } from './binaries.ts'
import { giveTo, type Identities, type Identity } from './identity.ts'
import { nameFromInside } from './server-folder.ts'
import { StartRefused } from './start-refused.ts'

const UNFINISHED = 'pgdata.new-'

type NewCluster = {
  cluster: string
  isClosed: boolean
  user: string
  binaries: Binaries
  identities: Identities
}

/** Made aside and then renamed: a crash half way leaves nothing behind that looks like a database. */
export async function initialiseCluster(wanted: NewCluster): Promise<void> {
  const { cluster, identities } = wanted
  const folder = dirname(cluster)
  removeUnfinished(folder)
  const aside = mkdtempSync(join(folder, UNFINISHED))
  chmodSync(aside, 0o700)
  giveTo(aside, identities.initialise)
  try {
    await runInitdb(aside, wanted)
    giveTo(aside, identities.serve)
    renameSync(aside, cluster)
    syncFolder(folder)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function runInitdb(aside: string, { isClosed, user, binaries, identities }: NewCluster): Promise<void> {
  const program = join(binaries.bin, 'initdb')
  const place = ['-D', nameFromInside(aside, isClosed)]
  const flags = [
    '-U',
    user,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--data-checksums',
  ]
  const failures: string[] = []
  for (const locale of localesFor(binaries.major)) {
    const failure = await runInside(aside, program, [...place, ...flags, ...locale], identities.initialise)
    if (failure === undefined) return
    failures.push(failure)
  }
  throw new StartRefused(`PostgreSQL could not prepare its data folder.\n${failures.join('\n')}`)
}

// The built-in locale sorts the same for ever; a system's changes with its libraries and damages indexes. New in 17.
function localesFor(major: number): string[][] {
  if (major >= 17) return [['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']]
  return [['--locale=C', '--lc-ctype=C.UTF-8'], ['--locale=C']]
}

function runInside(
  folder: string,
  program: string,
  args: string[],
  identity: Identity,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...identity, cwd: folder, env: serverEnvironment, timeout: 300_000 })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : output.trim().slice(-2000) || `initdb ended with ${code}`),
    )
  })
}

function removeUnfinished(folder: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(UNFINISHED)) rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
