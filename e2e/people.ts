import { randomBytes } from 'node:crypto'

import type { APIRequestContext, Page } from '@playwright/test'

import { smallArchive, smallPicture } from './author-files.ts'
import { owner } from './hub-address.ts'

export type Account = {
  id: number
  username: string
  email: string
  password: string
  token: string
  user: object
}

/** A name that no other journey uses. */
export function freshName(role: string): string {
  return `${role}-${randomBytes(4).toString('hex')}`
}

/** An account made over the API: a journey that is not about signing up starts with one. */
export async function register(request: APIRequestContext, role: string): Promise<Account> {
  const username = freshName(role)
  const [email, password] = [`${username}@example.com`, 'a good password']
  const answer = await request.post('/api/auth/register', { data: { username, email, password } })
  const { accessToken, user } = await answer.json()
  return { id: user.id, username, email, password, token: accessToken, user }
}

let ownerHeaders: Promise<{ authorization: string }> | undefined

async function signInOwner(request: APIRequestContext) {
  const { email, password } = owner
  const { accessToken } = await (await request.post('/api/auth/login', { data: { email, password } })).json()
  return { authorization: `Bearer ${accessToken}` }
}

/** Lets somebody into a group, or out of it, as the owner does it, by its key, such as `verified` or `moderator`. */
export async function letInto(
  request: APIRequestContext,
  account: Pick<Account, 'id'>,
  group: string,
  action: 'add' | 'remove' = 'add',
): Promise<void> {
  const headers = await (ownerHeaders ??= signInOwner(request))
  const groups: { id: number; name: string }[] = await (await request.get('/api/groups', { headers })).json()
  const group_id = groups.find(({ name }) => name === group)?.id
  const path = `/api/users/admin/users/${account.id}/groups`
  const answer = await request.put(path, { headers, data: { group_id, action } })
  if (!answer.ok()) throw new Error(`Not moved: ${group}: ${await answer.text()}`)
}

/** Bans somebody as the owner does it. */
export async function banAsOwner(
  request: APIRequestContext,
  { id }: Pick<Account, 'id'>,
  ban: { reason: string; is_permanent?: boolean; expires_at?: string },
): Promise<void> {
  const headers = await (ownerHeaders ??= signInOwner(request))
  const answer = await request.post(`/api/users/admin/users/${id}/ban`, { headers, data: ban })
  if (!answer.ok()) throw new Error(`Not banned: ${await answer.text()}`)
}

/** Turns two-factor on for somebody as the owner does it: they set it up at their next sign-in. */
export async function askForTwoFactor(
  request: APIRequestContext,
  { id }: Pick<Account, 'id'>,
): Promise<void> {
  const headers = await (ownerHeaders ??= signInOwner(request))
  const data = { two_factor_enabled: true }
  const answer = await request.put(`/api/users/admin/users/${id}`, { headers, data })
  if (!answer.ok()) throw new Error(`Not asked: ${await answer.text()}`)
}

/** Somebody in a group, such as an author who may upload, and as their browser would know them. */
async function registerInto(request: APIRequestContext, role: string, group: string): Promise<Account> {
  const account = await register(request, role)
  await letInto(request, account, group)
  const profile = await request.get('/api/auth/profile', { headers: bearer(account) })
  return { ...account, user: (await profile.json()).user }
}

/** An author who may upload. */
export const registerAuthor = (request: APIRequestContext) => registerInto(request, 'author', 'verified')

/** A moderator, who may change any script. */
export const registerModerator = (request: APIRequestContext) =>
  registerInto(request, 'moderator', 'moderator')

/** Somebody with every key of the back office, below the owner. */
export const registerAdministrator = (request: APIRequestContext) =>
  registerInto(request, 'administrator', 'administrator')

export const bearer = ({ token }: Pick<Account, 'token'>) => ({ authorization: `Bearer ${token}` })

/** Signs the page's browser in with a token that the account already has. Call it before the first page. */
export async function signInPage(page: Page, { token, user }: Account): Promise<void> {
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
}

/** A published script, submitted over the API. */
export async function submitScript(
  request: APIRequestContext,
  author: Account,
  fields: ScriptFields = {},
  pictures: readonly Buffer[] = [smallPicture],
) {
  const name = fields.name ?? `Garage ${randomBytes(3).toString('hex')}`
  const form = new FormData()
  form.set('name', name)
  form.set(
    'description',
    fields.description ?? 'A garage where players keep, find and repair their vehicles.',
  )
  form.set('script_status', fields.script_status ?? 'Readable')
  form.set('category', fields.category ?? 'Cars')
  form.set('version', fields.version ?? '1.2.0')
  form.set('tags', JSON.stringify(fields.tags ?? ['garage', 'vehicles']))
  form.set('scriptFile', fileOf(smallArchive(), 'garage.zip', 'application/zip'))
  for (const picture of pictures) form.append('images', fileOf(picture, 'cover.png', 'image/png'))
  const answer = await request.post('/api/scripts', { headers: bearer(author), multipart: form })
  if (answer.status() !== 201) throw new Error(`Not submitted: ${await answer.text()}`)
  const script: { id: number; name: string } = await answer.json()
  return script
}

function fileOf(content: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(content)], name, { type })
}
