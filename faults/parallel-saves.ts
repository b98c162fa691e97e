import { ask, demand, register, registerUploader, signIn, type Answer, type Person } from './client.ts'
import { total, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'

/** One thing that two people save at the same moment: whole values of two fields that belong together. */
type Saved = {
  thing: string
  /** `expected` says what the save was made on. */
  save: (value: string, expected?: string) => Promise<Answer | undefined>
  /** Both fields as they are, told apart when they are not of one save. */
  read: () => Promise<string>
}

export const parallelSaves: Fault = {
  figure: 'F15',
  name: 'two saves of one user, group and script at once',
  bar: 'what stays is one of the two in full; a save that says what it was made on is refused with 409 when that has changed',
  rounds: { short: 5, long: 200 },
  async bringAbout(ground, rounds) {
    const site = await ground.shared()
    const owner = await signIn(site.address(), site.owner)
    const things = await openThings(site, owner)
    let mixed = 0
    let failed = 0
    let overwritten = 0
    for (let round = 0; round < rounds; round++) {
      for (const { thing, save, read } of things) {
        const before = await read()
        const [one, other] = [`${round}a`, `${round}b`]
        const answers = await Promise.all([save(one), save(other)])
        failed += answers.filter((answer) => answer?.status !== 200).length
        const found = await read()
        if (found !== one && found !== other) {
          mixed += 1
          ground.say(`${thing}: ${found} after ${one} and ${other}`)
        }
        // Opened before these two: what it was made on is no longer there.
        const late = await save(`${round}c`, before)
        if (late?.status !== 409 || (await read()) !== found) overwritten += 1
      }
    }
    return {
      pairs: total(rounds * things.length, ''),
      'saves that failed': total(failed, '', { atMost: 0 }),
      'mixtures of two saves': total(mixed, '', { atMost: 0 }),
      'late saves that were not refused with 409': total(overwritten, '', { atMost: 0 }),
    }
  },
}

async function openThings(site: Site, owner: Person): Promise<Saved[]> {
  const mark = Date.now().toString(36)
  return [
    await openUser(site, owner, mark),
    await openGroup(site, owner, mark),
    await openScript(site, owner, mark),
  ]
}

async function openUser(site: Site, owner: Person, mark: string): Promise<Saved> {
  const { id } = await register(site.address(), `saved${mark}`)
  const path = `/api/users/admin/users/${id}`
  await demand(site.address(), owner, 'PUT', path, userFields('0z'))
  return {
    thing: 'user',
    save: (value, expected) =>
      ask(site.address(), owner, 'PUT', path, {
        ...userFields(value),
        ...(expected !== undefined && { expected: userFields(expected) }),
      }),
    async read() {
      const { body } = await demand(site.address(), owner, 'GET', path)
      return body.phone_number === phoneOf(body.notes) ? body.notes : `${body.notes} and ${body.phone_number}`
    },
  }
}

/** A number that belongs to a value. */
function phoneOf(value: string): string {
  return `+49 ${Number.parseInt(value)}${value.charCodeAt(value.length - 1)}`
}

async function openGroup(site: Site, owner: Person, mark: string): Promise<Saved> {
  const group = { name: `saved ${mark}`, priority: 900, ...groupFields('0z') }
  const { body: made } = await demand(site.address(), owner, 'POST', '/api/groups', group)
  const path = `/api/groups/${made.id}`
  return {
    thing: 'group',
    save: (value, expected) =>
      ask(site.address(), owner, 'PUT', path, {
        ...groupFields(value),
        ...(expected !== undefined && { expected: groupFields(expected) }),
      }),
    async read() {
      const { body } = await demand(site.address(), owner, 'GET', path)
      return body.display_name === body.description
        ? body.description
        : `${body.display_name} and ${body.description}`
    },
  }
}

async function openScript(site: Site, owner: Person, mark: string): Promise<Saved> {
  const uploader = await registerUploader(site, owner, `author${mark}`)
  const { form } = await submission('saved 0z')
  form.set('description', descriptionOf('saved 0z'))
  const { body: made } = await demand(site.address(), uploader, 'POST', '/api/scripts', form)
  const path = `/api/scripts/${made.id}`
  return {
    thing: 'script',
    save(value, expected) {
      const change = new FormData()
      for (const [field, text] of Object.entries(scriptFields(value))) change.set(field, text)
      if (expected !== undefined) change.set('expected', JSON.stringify(scriptFields(expected)))
      return ask(site.address(), uploader, 'PUT', path, change)
    },
    async read() {
      const { body } = await demand(site.address(), uploader, 'GET', path)
      const isWhole = body.description === descriptionOf(body.name)
      return isWhole ? body.name.replace('saved ', '') : `${body.name} and ${body.description}`
    },
  }
}

function descriptionOf(name: string): string {
  return `The description that belongs to ${name}.`
}

function scriptFields(value: string) {
  const name = `saved ${value}`
  return { name, description: descriptionOf(name) }
}

function userFields(value: string) {
  return { notes: value, phone_number: phoneOf(value) }
}

function groupFields(value: string) {
  return { display_name: value, description: value }
}
