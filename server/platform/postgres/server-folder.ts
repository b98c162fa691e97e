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
import { findClosedFolder, type Identities, type Identity } from './identity.ts'
import { StartRefused } from './start-refused.ts'

/** Makes the folder and gives its one true name: links on the way must not make two servers of one folder. */
export function makeServerFolder(wanted: string): string {
  const folder = resolve(wanted)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartRefused(`The database cannot be kept in ${folder}: ${reason}`, { cause })
  }
}

/**
 * The first folder on the way that the server's user cannot enter: as root, in a home or another closed place. Linux
 * has a way around, elsewhere it is refused.
 */
export function findClosedDoor(
  folder: string,
  { serve, initialise }: Identities,
  system: string = process.platform,
): string | undefined {
  const closed = findClosedFolder(folder, serve) ?? findClosedFolder(folder, initialise)
  if (closed === undefined || system === 'linux') return closed
  throw new StartRefused(
    `PostgreSQL does not run as root, and the ordinary user it runs as cannot enter ${closed}, ` +
      `so it cannot keep its data in ${folder}. Choose a DATA_DIR outside it, such as /var/lib/scripthaven, ` +
      `or start the hub as the owner of that folder.`,
  )
}

/**
 * What to call a folder for a program that is started in it. Who stands in a folder may work there though no way
 * leads to it, as long as it is not asked for by its path.
 */
export function nameFromInside(folder: string, isClosed: boolean): string {
  return isClosed ? '/proc/self/cwd' : folder
}

// A socket's address holds 104 bytes on macOS and 108 on Linux, its file name and the end included.
const SOCKET_FOLDER_MAX = 85

export function makeSocketFolder(folder: string, identity: Identity, isClosed: boolean): string {
  const near = join(folder, 'run')
  const isNearUsable = !isClosed && Buffer.byteLength(near) <= SOCKET_FOLDER_MAX
  const socketFolder = isNearUsable ? near : shortFolder(folder, identity)
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  const owner = lstatSync(socketFolder)
  const trusted = [process.geteuid?.(), identity.uid]
  if (!owner.isDirectory() || !trusted.includes(owner.uid)) {
    throw new StartRefused(
      `${socketFolder} is needed for the database and belongs to somebody else. Remove it.`,
    )
  }
  chmodSync(socketFolder, 0o700)
  if (identity.uid !== undefined && identity.gid !== undefined)
    chownSync(socketFolder, identity.uid, identity.gid)
  return socketFolder
}

/** Only the short one: it lies outside the data and would stay in the system's temporary folder. */
export function removeSocketFolder(socketFolder: string, folder: string): void {
  if (basename(socketFolder) === shortName(folder)) rmSync(socketFolder, { recursive: true, force: true })
}

function shortFolder(folder: string, identity: Identity): string {
  const name = shortName(folder)
  const own = realpathSync(tmpdir())
  const isUsable = Buffer.byteLength(join(own, name)) <= SOCKET_FOLDER_MAX && !findClosedFolder(own, identity)
  return join(isUsable ? own : '/tmp', name)
}

function shortName(folder: string): string {
  return `scripthaven-${markOf(folder)}`
}

export function markOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12)
}
