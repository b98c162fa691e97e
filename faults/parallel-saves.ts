import { requireSuccess, tryRequest, type ApiResponse } from '#test-support/http-client.ts'
import { registerUploader, registerUser, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'

/** An object that two users save concurrently, with two fields that belong together. */
type Saved = {
  key: string
  /** `expected` is the value that the client saw before. */
  save: (value: string, expected?: string) => Promise<ApiResponse | undefined>
  /** The current values of both fields. */
  read: () => Promise<string>
}

export const parallelSaves: Fault = {
  figure: 'F15',
  name: 'two saves of one user, group and script at once',
  bar: 'the result is one of the two as a whole; a save with its expected values gets 409 when they have changed',
  iterations: { short: 5, long: 200 },
  async run(env, iterations) {
    const site = await env.shared()
    const owner = await signIn(site.url(), site.owner)
    const objects = await createObjects(site, owner)
    let mixed = 0
    let failed = 0
    let overwritten = 0
    for (let round = 0; round < iterations; round++) {
      for (const { key, save, read } of objects) {
        const before = await read()
        const [one, other] = [`${round}a`, `${round}b`]
        const responses = await Promise.all([save(one), save(other)])
        failed += responses.filter((response) => response?.status !== 200).length
        const found = await read()
        if (found !== one && found !== other) {
          mixed += 1
          env.log(`${key}: ${found} after ${one} and ${other}`)
        }
        // Based on the value before these two saves, which has changed.
        const late = await save(`${round}c`, before)
        if (late?.status !== 409 || (await read()) !== found) overwritten += 1
      }
    }
    return {
      pairs: total(iterations * objects.length, ''),
      'saves that failed': total(failed, '', { atMost: 0 }),
      'mixtures of two saves': total(mixed, '', { atMost: 0 }),
      'late saves without 409': total(overwritten, '', { atMost: 0 }),
    }
  },
}

async function createObjects(site: Site, owner: RegisteredUser): Promise<Saved[]> {
  const mark = Date.now().toString(36)
  return [
    await createUser(site, owner, mark),
    await createGroup(site, owner, mark),
    await createScript(site, owner, mark),
  ]
}

async function createUser(site: Site, owner: RegisteredUser, mark: string): Promise<Saved> {
  const { id } = await registerUser(site.url(), `saved${mark}`)
  const path = `/api/users/admin/users/${id}`
  await requireSuccess(site.url(), owner, 'PUT', path, userFields('0z'))
  return {
    key: 'user',
    save: (value, expected) =>
      tryRequest(site.url(), owner, 'PUT', path, {
        ...userFields(value),
        ...(expected !== undefined && { expected: userFields(expected) }),
      }),
    async read() {
      const { body } = await requireSuccess(site.url(), owner, 'GET', path)
      return body.phone_number === phoneOf(body.notes) ? body.notes : `${body.notes} and ${body.phone_number}`
    },
  }
}

/** A number that belongs to a value. */
function phoneOf(value: string): string {
  return `+49 ${Number.parseInt(value)}${value.charCodeAt(value.length - 1)}`
}

async function createGroup(site: Site, owner: RegisteredUser, mark: string): Promise<Saved> {
  const group = { name: `saved ${mark}`, priority: 900, ...groupFields('0z') }
  const { body: made } = await requireSuccess(site.url(), owner, 'POST', '/api/groups', group)
  const path = `/api/groups/${made.id}`
  return {
    key: 'group',
    save: (value, expected) =>
      tryRequest(site.url(), owner, 'PUT', path, {
        ...groupFields(value),
        ...(expected !== undefined && { expected: groupFields(expected) }),
      }),
    async read() {
      const { body } = await requireSuccess(site.url(), owner, 'GET', path)
      return body.display_name === body.description
        ? body.description
        : `${body.display_name} and ${body.description}`
    },
  }
}

async function createScript(site: Site, owner: RegisteredUser, mark: string): Promise<Saved> {
  const uploader = await registerUploader(site.url(), owner, `author${mark}`)
  const { form } = await submission('saved 0z')
  form.set('description', descriptionOf('saved 0z'))
  const { body: made } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
  const path = `/api/scripts/${made.id}`
  return {
    key: 'script',
    save(value, expected) {
      const change = new FormData()
      for (const [field, text] of Object.entries(scriptFields(value))) change.set(field, text)
      if (expected !== undefined) change.set('expected', JSON.stringify(scriptFields(expected)))
      return tryRequest(site.url(), uploader, 'PUT', path, change)
    },
    async read() {
      const { body } = await requireSuccess(site.url(), uploader, 'GET', path)
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
