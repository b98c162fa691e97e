import { lchownSync, chownSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from './start-refused.ts'

/** Under whom a program runs; empty means under the hub's own user. Fits the options of spawn. */
export type Identity = { uid?: number; gid?: number }

export type Identities = { serve: Identity; initialise: Identity }

// PostgreSQL refuses to run as root. It needs no entry in /etc/passwd, so a number nobody else has is enough.
const PRIVATE_ID = 54329

/** An existing cluster keeps its owner: a folder made by a person can be served by root and stays that person's. */
export function chooseIdentities(cluster: string): Identities {
  const own = process.geteuid?.()
  const owner = statIfThere(cluster)
  if (own !== 0) {
    if (owner && owner.uid !== own) throw belongsToAnother(cluster, owner.uid)
    return { serve: {}, initialise: {} }
  }
  if (owner && owner.uid !== 0) {
    const keep = { uid: owner.uid, gid: owner.gid }
    return { serve: keep, initialise: keep }
  }
  return { serve: { uid: PRIVATE_ID, gid: PRIVATE_ID }, initialise: someoneWithEntry() }
}

/** Root opens every door, the private user does not: names the first folder on the way that is closed to it. */
export function findClosedFolder(folder: string, identity: Identity): string | undefined {
  if (identity.uid === undefined) return undefined
  const parent = dirname(folder)
  const closed = parent === folder ? undefined : findClosedFolder(parent, identity)
  return closed ?? (mayEnter(statSync(folder), identity) ? undefined : folder)
}

export function giveTo(path: string, identity: Identity): void {
  if (identity.uid === undefined || identity.gid === undefined) return
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) giveTo(inside, identity)
    else lchownSync(inside, identity.uid, identity.gid)
  }
  chownSync(path, identity.uid, identity.gid)
}

export function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function mayEnter(stats: Stats, { uid, gid }: Identity): boolean {
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0
  if (stats.gid === gid) return (stats.mode & 0o010) !== 0
  return (stats.mode & 0o001) !== 0
}

// initdb looks its user up, so it needs one the system knows.
function someoneWithEntry(): Identity {
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) =>
      name && Number(uid) ? [{ name, uid: Number(uid), gid: Number(gid) }] : [],
    )
  const chosen = ['nobody', 'postgres', 'daemon'].map((name) => people.find((person) => person.name === name))
  const { uid, gid } = chosen.find((person) => person !== undefined) ?? people[0] ?? noOne()
  return { uid, gid }
}

function noOne(): never {
  throw new StartRefused(
    'PostgreSQL does not run as root, and /etc/passwd names no other user to prepare it with. ' +
      'Start the hub as an ordinary user.',
  )
}

function belongsToAnother(cluster: string, uid: number): StartRefused {
  return new StartRefused(
    `The database in ${cluster} belongs to user id ${uid}, not to the user who starts the hub now. ` +
      `Start it as before, or give the folder to this user: sudo chown -R "$(id -un)" ${dirname(cluster)}`,
  )
}
