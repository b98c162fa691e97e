import type { Account, Site } from './site.ts'

type Json = Record<string, unknown>

export type Answer = {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a fault reads answers as a stranger would, untyped.
  body: any
  headers: Headers
}

export type Person = Account & { id: number; token: string }

type Options = { headers?: Record<string, string>; signal?: AbortSignal; redirect?: 'follow' | 'manual' }

/** One call; undefined when the connection broke before there was an answer, and so nobody knows what became of it. */
export async function ask(
  address: string,
  someone: Pick<Person, 'token'> | null,
  method: string,
  path: string,
  body?: Json | FormData,
  { headers = {}, signal, redirect = 'follow' }: Options = {},
): Promise<Answer | undefined> {
  try {
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...(someone && { authorization: `Bearer ${someone.token}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
      ...(signal && { signal }),
      redirect,
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const parsed: unknown = type.startsWith('application/json') ? JSON.parse(text) : text
    return { status: response.status, body: parsed, headers: response.headers }
  } catch (error) {
    // How fetch tells of every broken connection.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'AbortError'))
      return undefined
    throw error
  }
}

/** A call that has to succeed, for what is only arranged or must be there. */
export async function demand(...call: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(...call)
  const [, , method, path] = call
  if (!answer) throw new Error(`${method} ${path} was not answered`)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}

export async function signIn(address: string, account: Account): Promise<Person> {
  const { email, password } = account
  const { body } = await demand(address, null, 'POST', '/api/auth/login', { email, password })
  return { ...account, id: body.user.id, token: body.accessToken }
}

export function accountNamed(username: string): Account {
  return { username, email: `${username}@faults.example`, password: `${username} has a password` }
}

export async function register(address: string, username: string): Promise<Person> {
  const account = accountNamed(username)
  const { body } = await demand(address, null, 'POST', '/api/auth/register', { ...account })
  return { ...account, id: body.user.id, token: body.accessToken }
}

/** Somebody who may also upload. */
export async function registerUploader(
  site: Pick<Site, 'address'>,
  owner: Person,
  username: string,
): Promise<Person> {
  const person = await register(site.address(), username)
  const { body: groups } = await demand(site.address(), owner, 'GET', '/api/groups')
  const verified = groups.find(({ name }: { name: string }) => name === 'verified')
  await demand(site.address(), owner, 'POST', `/api/groups/${verified.id}/assign`, { user_id: person.id })
  return person
}

export async function isReady(address: string): Promise<boolean> {
  return (await ask(address, null, 'GET', '/api/health'))?.status === 200
}
