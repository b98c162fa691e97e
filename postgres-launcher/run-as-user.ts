import { lchownSync, chownSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from './startup-error.ts'

/** The user of a child process, as options of spawn; empty for the current user. */
export type SystemUser = { uid?: number; gid?: number }

export type SystemUsers = { serve: SystemUser; initialise: SystemUser }

// PostgreSQL does not run as root. It needs no entry in /etc/passwd, so an unused uid is enough.
const PRIVATE_ID = 54329

/** An existing cluster keeps its owner, also when root starts it. */
export function chooseUsers(cluster: string): SystemUsers {
  const own = process.geteuid?.()
  const owner = statIfExists(cluster)
  if (own !== 0) {
    if (owner && owner.uid !== own) throw wrongOwnerError(cluster, owner.uid)
    return { serve: {}, initialise: {} }
  }
  if (owner && owner.uid !== 0) {
    const keep = { uid: owner.uid, gid: owner.gid }
    return { serve: keep, initialise: keep }
  }
  return { serve: { uid: PRIVATE_ID, gid: PRIVATE_ID }, initialise: findSystemUser() }
}

/** The first folder on the path that the system user cannot enter. */
export function findInaccessibleFolder(folder: string, systemUser: SystemUser): string | undefined {
  if (systemUser.uid === undefined) return undefined
  const parent = dirname(folder)
  const closed = parent === folder ? undefined : findInaccessibleFolder(parent, systemUser)
  return closed ?? (canEnter(statSync(folder), systemUser) ? undefined : folder)
}

export function chownRecursive(path: string, systemUser: SystemUser): void {
  if (systemUser.uid === undefined || systemUser.gid === undefined) return
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) chownRecursive(inside, systemUser)
    else lchownSync(inside, systemUser.uid, systemUser.gid)
  }
  chownSync(path, systemUser.uid, systemUser.gid)
}

export function statIfExists(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function canEnter(stats: Stats, { uid, gid }: SystemUser): boolean {
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0
  if (stats.gid === gid) return (stats.mode & 0o010) !== 0
  return (stats.mode & 0o001) !== 0
}

// initdb looks up its user, so it needs one that exists in /etc/passwd.
function findSystemUser(): SystemUser {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) =>
      name && Number(uid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [],
    )
  const chosen = ['nobody', 'postgres', 'daemon'].map((name) =>
    accounts.find((account) => account.name === name),
  )
  const { uid, gid } = chosen.find((account) => account !== undefined) ?? accounts[0] ?? noSystemUser()
  return { uid, gid }
}

function noSystemUser(): never {
  throw new StartupError(
    'PostgreSQL does not run as root, and /etc/passwd has no other user. Start it as an ordinary user.',
  )
}

function wrongOwnerError(cluster: string, uid: number): StartupError {
  return new StartupError(
    `The database in ${cluster} belongs to user id ${uid}, not to the current user. ` +
      `Start it as before, or give the folder to this user: sudo chown -R "$(id -un)" ${dirname(cluster)}`,
  )
}
