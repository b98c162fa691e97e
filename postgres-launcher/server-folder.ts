import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findInaccessibleFolder, type SystemUsers, type SystemUser } from './run-as-user.ts'
import { StartupError } from './startup-error.ts'

/** Creates the folder and returns its real path, so that symbolic links cannot lead to two servers for one folder. */
export function makeServerFolder(wanted: string): string {
  const folder = resolve(wanted)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The database cannot be stored in ${folder}: ${reason}`, { cause })
  }
}

/**
 * The first parent folder that the system user cannot enter, for example a home directory when started as root. Linux
 * has a workaround (`relativeDataDir`); on other systems it is an error.
 */
export function findInaccessibleParent(
  folder: string,
  { serve, initialise }: SystemUsers,
  system: string = process.platform,
): string | undefined {
  const inaccessible = findInaccessibleFolder(folder, serve) ?? findInaccessibleFolder(folder, initialise)
  if (inaccessible === undefined || system === 'linux') return inaccessible
  throw new StartupError(
    `PostgreSQL does not run as root, and the ordinary user it runs as cannot enter ${inaccessible}, ` +
      `so it cannot store its data in ${folder}. Choose a DATA_DIR outside it, such as /var/lib/scripthaven, ` +
      `or start it as the owner of that folder.`,
  )
}

/**
 * The path by which a program that is started in the folder can open it. A process can use its working directory even
 * when it has no permission for a parent folder.
 */
export function relativeDataDir(folder: string, needsChdir: boolean): string {
  return needsChdir ? '/proc/self/cwd' : folder
}

// The path of a Unix socket is limited to 104 bytes on macOS and 108 on Linux, including the file name.
const SOCKET_FOLDER_MAX = 85

export function makeSocketFolder(folder: string, systemUser: SystemUser, needsChdir: boolean): string {
  const near = join(folder, 'run')
  const isNearUsable = !needsChdir && Buffer.byteLength(near) <= SOCKET_FOLDER_MAX
  const socketFolder = isNearUsable ? near : shortFolder(folder, systemUser)
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  const owner = lstatSync(socketFolder)
  const trusted = [process.geteuid?.(), systemUser.uid]
  if (!owner.isDirectory() || !trusted.includes(owner.uid)) {
    throw new StartupError(
      `${socketFolder} is needed for the database but belongs to another user. Remove it.`,
    )
  }
  chmodSync(socketFolder, 0o700)
  if (systemUser.uid !== undefined && systemUser.gid !== undefined)
    chownSync(socketFolder, systemUser.uid, systemUser.gid)
  return socketFolder
}

/** Removes the short folder only: it is in the temporary folder of the system. */
export function removeSocketFolder(socketFolder: string, folder: string): void {
  if (basename(socketFolder) === shortName(folder)) rmSync(socketFolder, { recursive: true, force: true })
}

function shortFolder(folder: string, systemUser: SystemUser): string {
  const name = shortName(folder)
  const own = realpathSync(tmpdir())
  const isUsable =
    Buffer.byteLength(join(own, name)) <= SOCKET_FOLDER_MAX && !findInaccessibleFolder(own, systemUser)
  return join(isUsable ? own : '/tmp', name)
}

function shortName(folder: string): string {
  return `scripthaven-${shortHash(folder)}`
}

export function shortHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12)
}
