import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import type { Config } from '#platform/config.ts'

import { startSession } from '#server/accounts/accounts.public.ts'
import type { RunningApp } from '../server/start-app.ts'
import { copyTemplate } from './database.ts'
import { sendRequest, type RequestBody } from './http-client.ts'
import { startInProcess, type InProcessOptions } from './in-process-app.ts'
import type { TcpProxy } from './tcp-proxy.ts'
import { insertUser, registerUser, type TestUser } from './users.ts'

export type { ApiResponse } from './http-client.ts'
export type { TestUser } from './users.ts'

type Options = InProcessOptions & {
  config?: Partial<Config>
  /** Between the app and its database, for tests of network failures. */
  proxy?: TcpProxy
}

/**
 * The whole app on a database and a folder of its own, used over HTTP. Start one per test file: that takes half a
 * second. Tests of one file separate their data by users and names.
 */
export async function startTestApp({ config: ownConfig, proxy, ...options }: Options = {}) {
  const database = await copyTemplate(inject('database'))
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-app-'))
  const connection = proxy?.through(database.config) ?? database.config
  const start = (config: Partial<Config> = {}) =>
    startInProcess(connection, dataDir, { ...ownConfig, ...config }, options)
  const running = await start()
  const { app, url } = running
  const { db } = app
  const nodes = new Set([running])
  const stop = async (node: RunningApp) => {
    if (nodes.delete(node)) await node.close()
  }
  const closeAll = async () => {
    for (const node of nodes) await stop(node)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  let closed: Promise<void> | undefined
  const close = () => (closed ??= closeAll())
  // afterAll cannot be registered while a test runs.
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)

  let userCount = 0
  /** Creates a signed-in member of the default group, who gets the permissions through a group of their own. */
  async function createUser(...permissions: Permission[]): Promise<TestUser> {
    const username = `user${++userCount}`
    const id = await insertUser(db, username)
    await db.execute(sql`
      insert into memberships (user_id, group_id) select ${id}, id from groups where is_default`)
    await db.execute(sql`update groups set member_count = member_count + 1 where is_default`)
    await db.execute(sql`update site_totals set users = users + 1`)
    if (permissions.length > 0) await joinGroup(id, `permissions of ${username}`, 700, permissions)
    return signIn({ id, username, email: `${username}@example.com` })
  }

  /** Adds a user to a new group; returns its id. */
  async function joinGroup(
    userId: number,
    name: string,
    priority: number,
    permissions: readonly Permission[],
  ): Promise<number> {
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into groups (name, display_name, priority, member_count) values (${name}, ${name}, ${priority}, 1) returning id`)
    const groupId = rows[0]?.id ?? 0
    for (const key of permissions)
      await db.execute(
        sql`insert into group_permissions (group_id, permission_key) values (${groupId}, ${key})`,
      )
    await db.execute(sql`insert into memberships (user_id, group_id) values (${userId}, ${groupId})`)
    return groupId
  }

  async function createOwner(): Promise<TestUser> {
    const owner = await createUser()
    await db.execute(sql`update users set is_owner = true where id = ${owner.id}`)
    return owner
  }

  /** Opens one more session. */
  async function signIn(user: Omit<TestUser, 'token'>): Promise<TestUser> {
    const client = { ip: '127.0.0.1', userAgent: 'tests' }
    const { token } = await startSession(db, app, { id: user.id, holdsAdminKey: false }, client)
    return { ...user, token }
  }

  /** Starts one more node on the same database and files; `config` is what differs from the first one. */
  async function startNode(config: Partial<Config> = {}) {
    const node = await start(config)
    nodes.add(node)
    return { ...node, request: requestTo(node.url), close: () => stop(node) }
  }

  return {
    app,
    db,
    /** The database itself, not through the proxy. */
    database,
    url,
    dataDir,
    createUser,
    createOwner,
    registerUser: (username: string) => registerUser(url, username),
    joinGroup,
    signIn,
    request: requestTo(url),
    startNode,
    drain: () => running.drain(),
    /** Stops this node; its database and files stay for other nodes. */
    stop: () => stop(running),
    close,
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

function requestTo(url: string) {
  return (
    user: { token: string } | null,
    method: string,
    path: string,
    body?: RequestBody,
    headers: Record<string, string> = {},
  ) => sendRequest(url, user, method, path, body, { headers })
}
