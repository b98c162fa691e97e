import { setTimeout as pause } from 'node:timers/promises'

import { sha256 } from './hashes.ts'
import { accountNamed, ask, demand, register, registerUploader, signIn, type Person } from './client.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { submission } from './submission.ts'
import type { Site } from './site.ts'

/** Somebody who goes on writing one kind of thing, and what became of it. */
export type Writer = {
  kind: string
  ledger: Ledger
  /** Writes until told to stop; an outage on the way is waited for. */
  write: (isOver: () => boolean) => Promise<void>
  /** The things that are not as they must be. */
  check: () => Promise<string[]>
}

/** One writer of each kind, with the people and things that they need. */
export async function openWriters(site: Site): Promise<Writer[]> {
  const owner = await signIn(site.address(), site.owner)
  const uploader = await registerUploader(site, owner, 'uploader')
  const member = await register(site.address(), 'member')
  const script = await submit(site, uploader, 'The liked one')
  return [
    registrations(site),
    likes(site, member, script.id),
    submissions(site, uploader),
    profileEdits(site, await register(site.address(), 'renamed-0')),
    groupEdits(site, owner, await createGroup(site, owner, 'changing')),
    memberships(
      site,
      owner,
      await register(site.address(), 'comer-and-goer'),
      await createGroup(site, owner, 'coming and going'),
    ),
  ]
}

function registrations(site: Site): Writer {
  const ledger = openLedger()
  let next = 0
  return {
    kind: 'registrations',
    ledger,
    write: whileOn(async () => {
      const username = `newcomer-${next++}`
      return ledger.write(username, 'there', () =>
        ask(site.address(), null, 'POST', '/api/auth/register', { ...accountNamed(username) }),
      )
    }),
    async check() {
      const lost: string[] = []
      for (const username of ledger.things()) {
        const path = `/api/users/profile/${username}`
        const profile = await ask(site.address(), null, 'GET', path)
        const found = profile?.status === 200 ? 'there' : undefined
        if (!ledger.allows(username, found)) lost.push(`${username} was registered and is gone`)
        ledger.settle(username, found)
      }
      const last = ledger.things().at(-1)
      // Whoever is there is whole: with a password, and with what every member may do.
      if (last !== undefined) {
        const person = await signIn(site.address(), accountNamed(last))
        const { body } = await demand(site.address(), person, 'GET', '/api/groups/me/info')
        if (!body.permissions.includes('scripts.rate')) lost.push(`${last} is in no group`)
      }
      return lost
    },
  }
}

function likes(site: Site, member: Person, id: number): Writer {
  const ledger = openLedger()
  const thing = `opinion on script ${id}`
  ledger.settle(thing, 'false')
  return {
    kind: 'likes',
    ledger,
    write: whileOn(async () => {
      const isLiked = ledger.acknowledged(thing) !== 'true'
      const path = `/api/scripts/${id}/${isLiked ? 'like' : 'unlike'}`
      return ledger.write(thing, String(isLiked), () => ask(site.address(), member, 'POST', path))
    }),
    async check() {
      const { body } = await demand(site.address(), member, 'GET', `/api/scripts/${id}/like-status`)
      const lost = judge(ledger, thing, String(body.isLiked))
      // Nobody else likes it, so the counter has to be their opinion.
      if (body.likeCount !== Number(body.isLiked)) lost.push(`${thing}: ${body.likeCount} likes are counted`)
      return lost
    },
  }
}

async function submit(site: Site, uploader: Person, name: string): Promise<{ id: number }> {
  const { form } = await submission(name)
  const { body } = await demand(site.address(), uploader, 'POST', '/api/scripts', form)
  return body
}

function submissions(site: Site, uploader: Person): Writer {
  const ledger = openLedger()
  let next = 0
  return {
    kind: 'submissions',
    ledger,
    write: whileOn(async () => {
      const name = `Submission ${next++}`
      const { form, archive } = await submission(name)
      return ledger.write(name, sha256(archive), () =>
        ask(site.address(), uploader, 'POST', '/api/scripts', form),
      )
    }),
    async check() {
      const names = new Set(ledger.things())
      const lost: string[] = []
      const listed = new Map<string, number>()
      for (const { id, name } of await listAll(site, uploader)) listed.set(name, id)
      for (const name of names) {
        const id = listed.get(name)
        const found = id === undefined ? undefined : await hashOfWholeScript(site, uploader, id, lost)
        if (!ledger.allows(name, found)) lost.push(`${name} was acknowledged and is ${found ?? 'gone'}`)
        // Looked through once, it need not be fetched again in every later round.
        ledger.settle(name, undefined)
      }
      return lost
    },
  }
}

async function listAll(site: Site, uploader: Person): Promise<{ id: number; name: string }[]> {
  const scripts: { id: number; name: string }[] = []
  for (let page = 1; ; page++) {
    const path = `/api/scripts/my-scripts?limit=100&page=${page}`
    const { body } = await demand(site.address(), uploader, 'GET', path)
    scripts.push(...body.scripts)
    if (page >= body.pagination.totalPages) return scripts
  }
}

/** Fetches all that a script is made of, as a visitor would; what is missing is noted. */
async function hashOfWholeScript(site: Site, reader: Person, id: number, lost: string[]): Promise<string> {
  const { body: script } = await demand(site.address(), reader, 'GET', `/api/scripts/${id}`)
  const { body: link } = await demand(site.address(), reader, 'GET', `/api/scripts/${id}/download`)
  const answer = await fetch(new URL(link.downloadUrl, site.address()))
  const archive = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || sha256(archive) !== script.sha256) lost.push(`${script.name} has no archive`)
  if (script.images.length !== 2) lost.push(`${script.name} has ${script.images.length} of 2 pictures`)
  for (const image of script.images) {
    const { status } = await fetch(new URL(image, site.address()), { method: 'HEAD' })
    if (status !== 200) lost.push(`${script.name}: picture ${image} answers ${status}`)
  }
  return script.sha256
}

function profileEdits(site: Site, person: Person): Writer {
  const ledger = openLedger()
  ledger.settle('username', person.username)
  let next = 1
  return {
    kind: 'profile edits',
    ledger,
    write: whileOn(async () => {
      const username = `renamed-${next++}`
      return ledger.write('username', username, () =>
        ask(site.address(), person, 'PUT', '/api/auth/profile', { username }),
      )
    }),
    async check() {
      const { body } = await demand(site.address(), person, 'GET', '/api/auth/profile')
      return judge(ledger, 'username', body.user.username)
    },
  }
}

function groupEdits(site: Site, owner: Person, group: number): Writer {
  const ledger = openLedger()
  ledger.settle('group', ', 0 permissions')
  let next = 0
  return {
    kind: 'group edits',
    ledger,
    write: whileOn(async () => {
      const description = `version ${next++}`
      // Two tables: the group and its permissions have to change together or not at all.
      const permissions = next % 2 === 0 ? ['scripts.rate'] : ['scripts.rate', 'scripts.download']
      const value = `${description}, ${permissions.length} permissions`
      return ledger.write('group', value, () =>
        ask(site.address(), owner, 'PUT', `/api/groups/${group}`, { description, permissions }),
      )
    }),
    async check() {
      const { body } = await demand(site.address(), owner, 'GET', `/api/groups/${group}`)
      const found = `${body.description}, ${body.group_permissions.length} permissions`
      return judge(ledger, 'group', found)
    },
  }
}

function memberships(site: Site, owner: Person, person: Person, group: number): Writer {
  const ledger = openLedger()
  ledger.settle('membership', 'false')
  return {
    kind: 'memberships',
    ledger,
    write: whileOn(async () => {
      const isMember = ledger.acknowledged('membership') !== 'true'
      const change = { group_id: group, action: isMember ? 'add' : 'remove' }
      return ledger.write('membership', String(isMember), () =>
        ask(site.address(), owner, 'PUT', `/api/users/admin/users/${person.id}/groups`, change),
      )
    }),
    async check() {
      const { body: groups } = await demand(site.address(), owner, 'GET', `/api/groups/user/${person.id}`)
      const isMember = groups.some(({ id }: { id: number }) => id === group)
      const lost = judge(ledger, 'membership', String(isMember))
      const { body } = await demand(site.address(), owner, 'GET', `/api/groups/${group}`)
      if (body.member_count !== Number(isMember)) lost.push(`the group counts ${body.member_count} members`)
      return lost
    },
  }
}

async function createGroup(site: Site, owner: Person, name: string): Promise<number> {
  const group = { name, display_name: name, priority: 800 }
  const { body } = await demand(site.address(), owner, 'POST', '/api/groups', group)
  return body.id
}

function judge(ledger: Ledger, thing: string, found: string): string[] {
  const isRight = ledger.allows(thing, found)
  const complaint = `${thing} is ${found} and was acknowledged as ${ledger.acknowledged(thing) ?? 'nothing'}`
  ledger.settle(thing, found)
  return isRight ? [] : [complaint]
}

/** After an answer that something broke, or none, the next try comes a moment later. */
function whileOn(writeOne: () => Promise<boolean>): Writer['write'] {
  return async (isOver) => {
    while (!isOver()) if (!(await writeOne())) await pause(20)
  }
}
