import { setTimeout as pause } from 'node:timers/promises'

import { sha256 } from './hashes.ts'
import { requireSuccess, tryRequest } from '#test-support/http-client.ts'
import {
  accountNamed,
  registerUploader,
  registerUser,
  signIn,
  type RegisteredUser,
} from '#test-support/users.ts'
import { createWriteJournal, type WriteJournal } from './write-journal.ts'
import { submission } from './submission.ts'
import type { Site } from './site.ts'

/** A client that repeats one kind of write, and its journal. */
export type Writer = {
  kind: string
  journal: WriteJournal
  /** Writes until `isOver`; waits during outages. */
  write: (isOver: () => boolean) => Promise<void>
  /** Describes each lost or incomplete write. */
  check: () => Promise<string[]>
}

/** One writer of each kind, with its accounts and data. */
export async function openWriters(site: Site): Promise<Writer[]> {
  const owner = await signIn(site.url(), site.owner)
  const uploader = await registerUploader(site.url(), owner, 'uploader')
  const member = await registerUser(site.url(), 'member')
  const script = await submit(site, uploader, 'The liked one')
  return [
    registrations(site),
    likes(site, member, script.id),
    submissions(site, uploader),
    profileEdits(site, await registerUser(site.url(), 'renamed-0')),
    groupEdits(site, owner, await createGroup(site, owner, 'changing')),
    memberships(
      site,
      owner,
      await registerUser(site.url(), 'comer-and-goer'),
      await createGroup(site, owner, 'coming and going'),
    ),
  ]
}

function registrations(site: Site): Writer {
  const journal = createWriteJournal()
  let next = 0
  return {
    kind: 'registrations',
    journal,
    write: repeatWrite(async () => {
      const username = `newcomer-${next++}`
      return journal.write(username, 'there', () =>
        tryRequest(site.url(), null, 'POST', '/api/auth/register', { ...accountNamed(username) }),
      )
    }),
    async check() {
      const lost: string[] = []
      for (const username of journal.keys()) {
        const path = `/api/users/profile/${username}`
        const profile = await tryRequest(site.url(), null, 'GET', path)
        const found = profile?.status === 200 ? 'there' : undefined
        if (!journal.isConsistent(username, found)) lost.push(`${username} was registered and is gone`)
        journal.reset(username, found)
      }
      const last = journal.keys().at(-1)
      // A registered user must be complete: with a password and the permissions of a member.
      if (last !== undefined) {
        const user = await signIn(site.url(), accountNamed(last))
        const { body } = await requireSuccess(site.url(), user, 'GET', '/api/groups/me/info')
        if (!body.permissions.includes('scripts.rate')) lost.push(`${last} is in no group`)
      }
      return lost
    },
  }
}

function likes(site: Site, member: RegisteredUser, id: number): Writer {
  const journal = createWriteJournal()
  const key = `like of script ${id}`
  journal.reset(key, 'false')
  return {
    kind: 'likes',
    journal,
    write: repeatWrite(async () => {
      const isLiked = journal.acknowledged(key) !== 'true'
      const path = `/api/scripts/${id}/${isLiked ? 'like' : 'unlike'}`
      return journal.write(key, String(isLiked), () => tryRequest(site.url(), member, 'POST', path))
    }),
    async check() {
      const { body } = await requireSuccess(site.url(), member, 'GET', `/api/scripts/${id}/like-status`)
      const lost = checkWrite(journal, key, String(body.isLiked))
      // No other user likes the script, so the counter must equal this like.
      if (body.likeCount !== Number(body.isLiked)) lost.push(`${key}: ${body.likeCount} likes are counted`)
      return lost
    },
  }
}

async function submit(site: Site, uploader: RegisteredUser, name: string): Promise<{ id: number }> {
  const { form } = await submission(name)
  const { body } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
  return body
}

function submissions(site: Site, uploader: RegisteredUser): Writer {
  const journal = createWriteJournal()
  let next = 0
  return {
    kind: 'submissions',
    journal,
    write: repeatWrite(async () => {
      const name = `Submission ${next++}`
      const { form, archive } = await submission(name)
      return journal.write(name, sha256(archive), () =>
        tryRequest(site.url(), uploader, 'POST', '/api/scripts', form),
      )
    }),
    async check() {
      const names = new Set(journal.keys())
      const lost: string[] = []
      const listed = new Map<string, number>()
      for (const { id, name } of await listAll(site, uploader)) listed.set(name, id)
      for (const name of names) {
        const id = listed.get(name)
        const found = id === undefined ? undefined : await hashOfWholeScript(site, uploader, id, lost)
        if (!journal.isConsistent(name, found))
          lost.push(`${name} was acknowledged and is ${found ?? 'gone'}`)
        // A checked script is not fetched again in later iterations.
        journal.reset(name, undefined)
      }
      return lost
    },
  }
}

async function listAll(site: Site, uploader: RegisteredUser): Promise<{ id: number; name: string }[]> {
  const scripts: { id: number; name: string }[] = []
  for (let page = 1; ; page++) {
    const path = `/api/scripts/my-scripts?limit=100&page=${page}`
    const { body } = await requireSuccess(site.url(), uploader, 'GET', path)
    scripts.push(...body.scripts)
    if (page >= body.pagination.totalPages) return scripts
  }
}

/** Fetches the archive and the images of a script and records missing ones. Returns the hash that the app reports. */
async function hashOfWholeScript(
  site: Site,
  reader: RegisteredUser,
  id: number,
  lost: string[],
): Promise<string> {
  const { body: script } = await requireSuccess(site.url(), reader, 'GET', `/api/scripts/${id}`)
  const { body: link } = await requireSuccess(site.url(), reader, 'GET', `/api/scripts/${id}/download`)
  const response = await fetch(new URL(link.downloadUrl, site.url()))
  const archive = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200 || sha256(archive) !== script.sha256) lost.push(`${script.name} has no archive`)
  if (script.images.length !== 2) lost.push(`${script.name} has ${script.images.length} of 2 images`)
  for (const image of script.images) {
    const { status } = await fetch(new URL(image, site.url()), { method: 'HEAD' })
    if (status !== 200) lost.push(`${script.name}: image ${image} responds with ${status}`)
  }
  return script.sha256
}

function profileEdits(site: Site, user: RegisteredUser): Writer {
  const journal = createWriteJournal()
  journal.reset('username', user.username)
  let next = 1
  return {
    kind: 'profile edits',
    journal,
    write: repeatWrite(async () => {
      const username = `renamed-${next++}`
      return journal.write('username', username, () =>
        tryRequest(site.url(), user, 'PUT', '/api/auth/profile', { username }),
      )
    }),
    async check() {
      const { body } = await requireSuccess(site.url(), user, 'GET', '/api/auth/profile')
      return checkWrite(journal, 'username', body.user.username)
    },
  }
}

function groupEdits(site: Site, owner: RegisteredUser, group: number): Writer {
  const journal = createWriteJournal()
  journal.reset('group', ', 0 permissions')
  let next = 0
  return {
    kind: 'group edits',
    journal,
    write: repeatWrite(async () => {
      const description = `version ${next++}`
      // Two tables: the group and its permissions have to change together or not at all.
      const permissions = next % 2 === 0 ? ['scripts.rate'] : ['scripts.rate', 'scripts.download']
      const value = `${description}, ${permissions.length} permissions`
      return journal.write('group', value, () =>
        tryRequest(site.url(), owner, 'PUT', `/api/groups/${group}`, { description, permissions }),
      )
    }),
    async check() {
      const { body } = await requireSuccess(site.url(), owner, 'GET', `/api/groups/${group}`)
      const found = `${body.description}, ${body.group_permissions.length} permissions`
      return checkWrite(journal, 'group', found)
    },
  }
}

function memberships(site: Site, owner: RegisteredUser, user: RegisteredUser, group: number): Writer {
  const journal = createWriteJournal()
  journal.reset('membership', 'false')
  return {
    kind: 'memberships',
    journal,
    write: repeatWrite(async () => {
      const isMember = journal.acknowledged('membership') !== 'true'
      const change = { group_id: group, action: isMember ? 'add' : 'remove' }
      return journal.write('membership', String(isMember), () =>
        tryRequest(site.url(), owner, 'PUT', `/api/users/admin/users/${user.id}/groups`, change),
      )
    }),
    async check() {
      const { body: groups } = await requireSuccess(site.url(), owner, 'GET', `/api/groups/user/${user.id}`)
      const isMember = groups.some(({ id }: { id: number }) => id === group)
      const lost = checkWrite(journal, 'membership', String(isMember))
      const { body } = await requireSuccess(site.url(), owner, 'GET', `/api/groups/${group}`)
      if (body.member_count !== Number(isMember)) lost.push(`the group counts ${body.member_count} members`)
      return lost
    },
  }
}

async function createGroup(site: Site, owner: RegisteredUser, name: string): Promise<number> {
  const group = { name, display_name: name, priority: 800 }
  const { body } = await requireSuccess(site.url(), owner, 'POST', '/api/groups', group)
  return body.id
}

function checkWrite(journal: WriteJournal, key: string, found: string): string[] {
  const isRight = journal.isConsistent(key, found)
  const problem = `${key} is ${found} and was acknowledged as ${journal.acknowledged(key) ?? 'nothing'}`
  journal.reset(key, found)
  return isRight ? [] : [problem]
}

/** Repeats a write; after a 5xx or a lost response it waits 20 ms. */
function repeatWrite(writeOne: () => Promise<boolean>): Writer['write'] {
  return async (isOver) => {
    while (!isOver()) if (!(await writeOne())) await pause(20)
  }
}
