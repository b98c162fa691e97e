import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, onTestFinished } from 'vitest'

import type { Permission } from '#contract/permissions.ts'
import type { Clock } from '#platform/clock.ts'
import { readConfig, type Config } from '#platform/config.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { openLog } from '#platform/log.ts'

import { openSession } from './sessions/sessions.public.ts'
import { startHub, type Circumstances, type RunningHub } from './start-hub.ts'
import { copyTemplate } from './testing-database.ts'

export type Person = { id: number; username: string; email: string; token: string }

export type Answer = {
  status: number
  /** Parsed when it is JSON, else the text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads answers as a stranger would, untyped.
  body: any
  headers: Headers
}

type Json = Record<string, unknown>

type Options = {
  config?: Partial<Config>
  clock?: Clock
  cacheBytesMax?: number
  /** Between the hub and its database, for what goes wrong there. */
  through?: (address: DatabaseAddress) => DatabaseAddress
  patience?: Circumstances['patience']
  turnMax?: number
  logsTo?: (text: string) => void
  /** Off, so that a test is alone with what it does; on where the jobs are what it is about. */
  runsJobs?: boolean
}

/**
 * A whole hub on a database and a folder of its own, reached over HTTP as by anybody. One for a test file:
 * starting it takes half a second; tests keep apart by their own people and names.
 */
export async function startTestHub(options: Options = {}) {
  const database = await copyTemplate(inject('database'))
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-hub-'))
  const environment = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', PUBLIC_URL: 'https://hub.example' }
  const start = (config: Partial<Config> = {}) =>
    startHub(
      { ...readConfig(environment), ...options.config, ...config },
      {
        address: options.through?.(database.address) ?? database.address,
        log: openLog(options.logsTo ? 'debug' : 'silent', options.logsTo ?? (() => undefined)),
        runsJobs: options.runsJobs ?? false,
        // A busy machine must not let a limit's time pass between two calls of a test.
        limitsNow: () => 0,
        // Nor must it be taken for overloaded.
        turnMax: options.turnMax ?? Number.POSITIVE_INFINITY,
        // Nobody of a test is left out in the rain.
        patience: { farewell: 0, ...options.patience },
        ...(options.clock && { clock: options.clock }),
        ...(options.cacheBytesMax !== undefined && { cacheBytesMax: options.cacheBytesMax }),
      },
    )
  const running = await start()
  const { hub, address } = running
  const { db } = hub
  const as = callsTo(address)
  const nodes = new Set([running])
  const stop = async (node: RunningHub) => {
    if (nodes.delete(node)) await node.close()
  }
  const closeAll = async () => {
    for (const node of nodes) await stop(node)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeAll())
  // Within a test it is too late to do something after all of them: the folder and the database would stay.
  if (expect.getState().currentTestName === undefined) afterAll(close)
  else onTestFinished(close)

  let people = 0
  /** A signed-in member of the default group who also holds these permissions, through a group of their own. */
  async function person(...held: Permission[]): Promise<Person> {
    const username = `person${++people}`
    const email = `${username}@example.com`
    const inserted = await db.execute<{ id: number }>(sql`
      insert into users (username, username_key, email, email_key)
      values (${username}, ${username}, ${email}, ${email}) returning id`)
    const id = inserted.rows[0]?.id ?? 0
    await db.execute(sql`
      insert into memberships (user_id, group_id) select ${id}, id from groups where is_default`)
    await db.execute(sql`update groups set member_count = member_count + 1 where is_default`)
    await db.execute(sql`update site_totals set users = users + 1`)
    if (held.length > 0) await joinGroup(id, `${username} holds`, 700, held)
    return signIn({ id, username, email })
  }

  /** Puts a person into a group made for them. */
  async function joinGroup(
    userId: number,
    name: string,
    priority: number,
    held: readonly Permission[],
  ): Promise<number> {
    const made = await db.execute<{ id: number }>(sql`
      insert into groups (name, display_name, priority, member_count) values (${name}, ${name}, ${priority}, 1) returning id`)
    const groupId = made.rows[0]?.id ?? 0
    for (const key of held)
      await db.execute(
        sql`insert into group_permissions (group_id, permission_key) values (${groupId}, ${key})`,
      )
    await db.execute(sql`insert into memberships (user_id, group_id) values (${userId}, ${groupId})`)
    return groupId
  }

  /** The owner of the hub. */
  async function owner(): Promise<Person> {
    const someone = await person()
    await db.execute(sql`update users set is_owner = true where id = ${someone.id}`)
    return someone
  }

  /** Somebody who registered by the front door and has a password, of twelve characters for whatever they become. */
  async function registered(username: string): Promise<Person & { password: string }> {
    const email = `${username}@example.com`
    const password = `${username} has a password`
    const { status, body } = await as(null, 'POST', '/api/auth/register', { username, email, password })
    if (status !== 201) throw new Error(`${username} cannot register: ${body.error}`)
    return { id: body.user.id, username, email, password, token: body.accessToken }
  }

  /** One more session of somebody. */
  async function signIn(someone: { id: number; username: string; email: string }): Promise<Person> {
    const client = { ip: '127.0.0.1', userAgent: 'tests' }
    const { token } = await openSession(db, hub, { id: someone.id, holdsAdminKey: false }, client)
    return { ...someone, token }
  }

  /** One more node of this hub: on the same database, and as the first one but for what it is told. */
  async function anotherNode(config: Partial<Config> = {}) {
    const node = await start(config)
    nodes.add(node)
    return { ...node, as: callsTo(node.address), close: () => stop(node) }
  }

  return {
    hub,
    db,
    address,
    inject: running.inject,
    dataDir,
    person,
    owner,
    registered,
    joinGroup,
    signIn,
    as,
    anotherNode,
    leave: () => running.leave(),
    /** Ends this node; its database and files stay for others. */
    stop: () => stop(running),
    close,
  }
}

export type TestHub = Awaited<ReturnType<typeof startTestHub>>

function callsTo(address: string) {
  /** One call on somebody's behalf; an object is sent as JSON, a FormData as multipart. */
  return async function as(
    someone: Pick<Person, 'token'> | null,
    method: string,
    path: string,
    body?: Json | FormData | string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sent: RequestInit = {
      method,
      headers: {
        ...(someone && { authorization: `Bearer ${someone.token}` }),
        ...(isPlain(body) && { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      body: isPlain(body) ? JSON.stringify(body) : (body ?? null),
    }
    const response = await fetch(new URL(path, address), sent)
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const parsed: unknown = type.startsWith('application/json') ? JSON.parse(text) : text
    return { status: response.status, body: parsed, headers: response.headers }
  }
}

function isPlain(body: Json | FormData | string | Uint8Array | undefined): body is Json {
  return typeof body === 'object' && !(body instanceof FormData) && !(body instanceof Uint8Array)
}
