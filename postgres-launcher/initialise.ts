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
import { chownRecursive, type SystemUsers, type SystemUser } from './run-as-user.ts'
import { relativeDataDir } from './server-folder.ts'
import { StartupError } from './startup-error.ts'

const UNFINISHED = 'pgdata.new-'

type NewCluster = {
  cluster: string
  needsChdir: boolean
  user: string
  binaries: Binaries
  users: SystemUsers
}

/** Runs initdb in a temporary folder and renames it, so that a crash leaves no incomplete database. */
export async function initialiseCluster(options: NewCluster): Promise<void> {
  const { cluster, users } = options
  const folder = dirname(cluster)
  removeUnfinished(folder)
  const temporary = mkdtempSync(join(folder, UNFINISHED))
  chmodSync(temporary, 0o700)
  chownRecursive(temporary, users.initialise)
  try {
    await runInitdb(temporary, options)
    chownRecursive(temporary, users.serve)
    renameSync(temporary, cluster)
    syncFolder(folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function runInitdb(
  temporary: string,
  { needsChdir, user, binaries, users }: NewCluster,
): Promise<void> {
  const program = join(binaries.bin, 'initdb')
  const place = ['-D', relativeDataDir(temporary, needsChdir)]
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
    const failure = await runInside(temporary, program, [...place, ...flags, ...locale], users.initialise)
    if (failure === undefined) return
    failures.push(failure)
  }
  throw new StartupError(`PostgreSQL could not initialise its data folder.\n${failures.join('\n')}`)
}

// The builtin provider (new in 17) sorts the same forever; the order of a system locale changes with its libraries and corrupts indexes.
function localesFor(major: number): string[][] {
  if (major >= 17) return [['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']]
  return [['--locale=C', '--lc-ctype=C.UTF-8'], ['--locale=C']]
}

function runInside(
  folder: string,
  program: string,
  args: string[],
  systemUser: SystemUser,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...systemUser,
      cwd: folder,
      env: serverEnvironment,
      timeout: 300_000,
    })
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
