import { randomBytes } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { requireSuccess, sendRequest } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'
import type { RegisteredUser, TestUser } from '#test-support/users.ts'

import { appUrl, owner } from './app-url.ts'
import { smallArchive, smallImage } from './author-files.ts'

export type { RegisteredUser } from '#test-support/users.ts'

/** A name that no other test uses. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`
}

/** Registers an account through the API, for tests that are not about registration. */
export function registerUser(prefix: string, baseUrl = appUrl): Promise<RegisteredUser> {
  return users.registerUser(baseUrl, uniqueName(prefix))
}

let ownerSession: Promise<RegisteredUser> | undefined

/** One session per worker: the eleventh sign-in of a user ends the oldest session. */
export function signInOwner(): Promise<RegisteredUser> {
  return (ownerSession ??= users.signIn(appUrl, owner))
}

export async function addToGroup(
  user: { id: number },
  group: string,
  action: 'add' | 'remove' = 'add',
): Promise<void> {
  await users.changeGroup(appUrl, await signInOwner(), user, group, action)
}

export async function banUser(
  { id }: { id: number },
  ban: { reason: string; is_permanent?: boolean; expires_at?: string },
): Promise<void> {
  await requireSuccess(appUrl, await signInOwner(), 'POST', `/api/users/admin/users/${id}/ban`, ban)
}

/** Requires two-factor of a user, who sets it up at the next sign-in. */
export async function requireTwoFactor({ id }: { id: number }): Promise<void> {
  const change = { two_factor_enabled: true }
  await requireSuccess(appUrl, await signInOwner(), 'PUT', `/api/users/admin/users/${id}`, change)
}

async function registerMember(prefix: string, group: string): Promise<RegisteredUser> {
  const member = await registerUser(prefix)
  await addToGroup(member, group)
  const { body } = await requireSuccess(appUrl, member, 'GET', '/api/auth/profile')
  return { ...member, user: body.user }
}

/** A user who may upload scripts. */
export const registerUploader = () => registerMember('author', 'verified')

export const registerModerator = () => registerMember('moderator', 'moderator')

export const registerAdministrator = () => registerMember('administrator', 'administrator')

export const bearer = ({ token }: Pick<TestUser, 'token'>) => ({ authorization: `Bearer ${token}` })

/** Waits until a background job has sent the user this many notifications. */
export async function waitForUnread(user: Pick<TestUser, 'token'>, count: number): Promise<void> {
  const unread = async () =>
    (await requireSuccess(appUrl, user, 'GET', '/api/notifications?unread=true')).body.pagination.total
  await expect.poll(unread).toBe(count)
}

/** Stores a session in the browser of the page. Call it before the first navigation. */
export async function signInPage(
  page: Page,
  { token, user }: Pick<RegisteredUser, 'token' | 'user'>,
): Promise<void> {
  await page.addInitScript(
    ([auth_token, auth_user]) => {
      localStorage.setItem('auth_token', auth_token ?? '')
      localStorage.setItem('auth_user', auth_user ?? '')
    },
    [token, JSON.stringify(user)],
  )
}

type ScriptFields = {
  name?: string
  description?: string
  category?: string
  tags?: string[]
  version?: string
  script_status?: 'Readable' | 'Decrypted'
  archive?: Buffer
}

/** Publishes a script through the API. */
export async function submitScript(
  author: Pick<TestUser, 'token'>,
  fields: ScriptFields = {},
  images: readonly Buffer[] = [smallImage],
  baseUrl = appUrl,
): Promise<{ id: number; name: string }> {
  const form = new FormData()
  form.set('name', fields.name ?? `Garage ${randomBytes(3).toString('hex')}`)
  form.set(
    'description',
    fields.description ?? 'A garage where players keep, find and repair their vehicles.',
  )
  form.set('script_status', fields.script_status ?? 'Readable')
  form.set('category', fields.category ?? 'Cars')
  form.set('version', fields.version ?? '1.2.0')
  form.set('tags', JSON.stringify(fields.tags ?? ['garage', 'vehicles']))
  form.set('scriptFile', fileOf(fields.archive ?? smallArchive(), 'garage.zip', 'application/zip'))
  for (const image of images) form.append('images', fileOf(image, 'cover.png', 'image/png'))
  const { body } = await requireSuccess(baseUrl, author, 'POST', '/api/scripts', form)
  return body
}

/** The owner invites, the member accepts. */
export async function joinScript(
  inviter: TestUser,
  member: TestUser,
  scriptId: number,
  role: 'maintainer' | 'contributor',
): Promise<void> {
  const draft = { username: member.username, role }
  await requireSuccess(appUrl, inviter, 'POST', `/api/scripts/${scriptId}/invitations`, draft)
  const { body } = await requireSuccess(appUrl, member, 'GET', '/api/invitations')
  await requireSuccess(appUrl, member, 'POST', `/api/invitations/${body.invitations[0]?.id}/accept`)
}

/** The number of published scripts of an author. */
export async function countScripts({ username }: Pick<TestUser, 'username'>): Promise<number> {
  const { body } = await sendRequest(appUrl, null, 'GET', `/api/scripts?author=${username}&limit=1`)
  return body.pagination.total
}

function fileOf(content: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(content)], name, { type })
}
