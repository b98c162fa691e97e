import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { startTestApp, type ApiResponse, type TestUser } from '#test-support/test-app.ts'

import {
  interactionsPath,
  createDiscordKeys,
  discordConfig,
  signedHeaders,
  verifyCommand,
} from '#test-support/discord.ts'

const chat = createDiscordKeys()
const stranger = createDiscordKeys()
let now = new Date('2026-05-04T10:00:00Z')
const discord = discordConfig(chat.publicKey)
const app = await startTestApp({ clock: { now: () => now }, config: { discord } })

let chatAccounts = 0
const newChatAccount = () => `80351110224678${String(++chatAccounts).padStart(4, '0')}`

function send(body: string, headers: Record<string, string> = signedHeaders(chat.privateKey, body, now)) {
  return app.request(null, 'POST', interactionsPath, body, headers)
}
const verify = (discordUserId: string, code: string) =>
  send(JSON.stringify(verifyCommand(discordUserId, code)))
const replyOf = ({ body }: ApiResponse): string => body.data.content

async function codeOf(caller: TestUser): Promise<string> {
  const { body } = await app.request(caller, 'POST', '/api/discord-verification/generate-code', {})
  return body.verificationCode
}
const statusOf = async (caller: TestUser) =>
  (await app.request(caller, 'GET', `/api/discord-verification/status/${caller.id}`)).body
const groupsOf = async (caller: TestUser): Promise<string[]> =>
  (await app.request(caller, 'GET', '/api/groups/me/info')).body.groups.map(
    (group: { name: string }) => group.name,
  )

test('requests without a valid signature are rejected and change nothing', async () => {
  const member = await app.createUser()
  const body = JSON.stringify(verifyCommand(newChatAccount(), await codeOf(member)))
  const good = signedHeaders(chat.privateKey, body, now)
  const stale = after(now, -6 * minute)

  const rejected = [
    await send(body, { 'content-type': 'application/json' }),
    await send(body, signedHeaders(stranger.privateKey, body, now)),
    await send(`${body} `, good),
    await send(body, { ...good, 'x-signature-timestamp': '1' }),
    await send(body, { ...good, 'x-signature-ed25519': 'ab' }),
    await send(body, { ...good, 'x-signature-ed25519': `${good['x-signature-ed25519']}00` }),
    await send(body, signedHeaders(chat.privateKey, body, stale)),
    await send(body, signedHeaders(chat.privateKey, body, after(now, 6 * minute))),
  ]

  expect(rejected.map(({ status }) => status)).toEqual(rejected.map(() => 401))
  expect(await statusOf(member)).toMatchObject({ isVerified: false, hasActiveCode: true })
  expect(await groupsOf(member)).toEqual(['member'])
})

test('a ping gets a pong, and an invalid interaction a 400', async () => {
  expect(await send('{"type":1,"version":1}')).toMatchObject({ status: 200, body: { type: 1 } })

  const withoutUser = JSON.stringify({ ...verifyCommand('1', 'ABCDEFGH'), member: undefined })
  for (const body of ['', '[]', '{"type":"1"}', '{"type":2,"data":', '{"type":3}', withoutUser])
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect((await send(JSON.stringify({ type: 1, more: 'x'.repeat(70_000) }))).status).toBe(413)
})

test('without a configured public key the endpoint is unavailable', async () => {
  const bare = await startTestApp()
  const ping = '{"type":1}'

  const response = await bare.request(
    null,
    'POST',
    interactionsPath,
    ping,
    signedHeaders(chat.privateKey, ping, now),
  )

  expect(response).toMatchObject({
    status: 503,
    body: { error: 'Discord verification is not set up on this site', code: 'unavailable' },
  })
})

test('a code links the chat account, and its user may upload with an existing token', async () => {
  const member = await app.createUser()
  const discordUserId = newChatAccount()
  const code = await codeOf(member)
  const request = { fileName: 'garage.zip', fileType: 'application/zip', folder: 'scripts' }
  expect((await app.request(member, 'POST', '/api/scripts/upload-url', request)).status).toBe(403)

  const response = await verify(discordUserId, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)

  expect(response).toMatchObject({ status: 200, body: { type: 4, data: { flags: 64 } } })
  expect(replyOf(response)).toContain(`linked to \`${member.username}\``)
  expect((await app.request(member, 'POST', '/api/scripts/upload-url', request)).status).toBe(200)
  expect(await statusOf(member)).toEqual({
    isVerified: true,
    hasActiveCode: false,
    verificationCode: null,
    expiresAt: null,
    discordUserId,
    userGroup: 'verified',
  })
  expect((await app.request(member, 'GET', '/api/auth/profile')).body.user.discord_verified).toBe(true)
  const { rows } = await app.db.execute(sql`
    select action, type, status, source, target_id, metadata from activities where user_id = ${member.id}`)
  expect(rows).toEqual([
    {
      action: 'Discord Verified',
      type: 'user',
      status: 'success',
      source: 'server',
      target_id: member.id,
      metadata: {},
    },
  ])
})

test('a verified user gets no code', async () => {
  const member = await app.createUser()
  await verify(newChatAccount(), await codeOf(member))

  const again = await app.request(member, 'POST', '/api/discord-verification/generate-code', {})

  expect(again).toMatchObject({ status: 409, body: { error: 'Your account is already verified' } })
})

test('the command also works in a direct message', async () => {
  const member = await app.createUser()
  const { member: sender, ...command } = verifyCommand(newChatAccount(), await codeOf(member))

  await send(JSON.stringify({ ...command, user: sender.user }))

  expect(await groupsOf(member)).toEqual(['verified', 'member'])
})

test('wrong, replaced, used and expired codes are rejected', async () => {
  const member = await app.createUser()
  const verified = await app.createUser()
  const replaced = await codeOf(member)
  const used = await codeOf(verified)
  await verify(newChatAccount(), used)
  const expired = await codeOf(member)

  now = after(now, 16 * minute)
  for (const code of ['AAAAAAAA', '', replaced, used, expired])
    expect(replyOf(await verify(newChatAccount(), code))).toMatch(
      /^This code is wrong or has expired\. Generate a new one at https:\/\/hub\.example\/profile\/settings$/,
    )

  expect(await statusOf(member)).toMatchObject({ isVerified: false })
  expect(await groupsOf(member)).toEqual(['member'])
})

test('a chat account verifies one user, and the code of another user stays valid', async () => {
  const first = await app.createUser()
  const second = await app.createUser()
  const discordUserId = newChatAccount()
  await verify(discordUserId, await codeOf(first))
  const code = await codeOf(second)

  const reply = replyOf(await verify(discordUserId, code))

  expect(reply).toBe(`This Discord account is already linked to the account \`${first.username}\`.`)
  expect(await statusOf(second)).toMatchObject({ isVerified: false, hasActiveCode: true })
  await verify(newChatAccount(), code)
  expect(await statusOf(second)).toMatchObject({ isVerified: true })
})

test('of concurrent chat accounts with one code only one is linked', async () => {
  const member = await app.createUser()
  const code = await codeOf(member)

  const responses = await Promise.all(Array.from({ length: 8 }, () => verify(newChatAccount(), code)))

  expect(responses.map(replyOf).filter((reply) => reply.includes('You are verified'))).toHaveLength(1)
  const { rows } = await app.db.execute(sql`
    select (select count(*)::int from discord_links where user_id = ${member.id}) as links,
      (select count(*)::int from memberships where user_id = ${member.id}) as memberships,
      (select count(*)::int from activities where user_id = ${member.id}) as activities`)
  expect(rows).toEqual([{ links: 1, memberships: 2, activities: 1 }])
})

test('a chat account that redeems many codes concurrently is linked to one user', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => app.createUser()))
  const codes = await Promise.all(users.map(codeOf))
  const discordUserId = newChatAccount()

  const responses = await Promise.all(codes.map((code) => verify(discordUserId, code)))

  expect(responses.map(replyOf).filter((reply) => reply.includes('You are verified'))).toHaveLength(1)
  const statuses = await Promise.all(users.map(statusOf))
  expect(statuses.filter(({ isVerified }) => isVerified)).toHaveLength(1)
})

test('verified users are counted as members of the group', async () => {
  const { rows } = await app.db.execute(sql`
    select member_count = (select count(*) from memberships m where m.group_id = g.id) as agrees
    from groups g where name = 'verified'`)

  expect(rows).toEqual([{ agrees: true }])
})

test('an unknown command gets a reply that only its user sees', async () => {
  const response = await send(JSON.stringify({ type: 2, data: { name: 'ban' }, user: { id: '1' } }))

  expect(response.body).toMatchObject({
    type: 4,
    data: { content: 'This command is unknown here.', flags: 64 },
  })
})

test('a chat account that guesses codes is rate limited, others are not', async () => {
  const strict = await startTestApp({ clock: { now: () => now }, config: { discord, rateLimits: true } })
  const guess = (discordUserId: string) => {
    const body = JSON.stringify(verifyCommand(discordUserId, 'AAAAAAAA'))
    return strict.request(null, 'POST', interactionsPath, body, signedHeaders(chat.privateKey, body, now))
  }
  for (let attempt = 1; attempt <= 5; attempt++) expect(replyOf(await guess('1'))).toContain('wrong')

  expect(replyOf(await guess('1'))).toMatch(/^Too many attempts\. Please try again in [12] minutes?\.$/)
  expect(replyOf(await guess('2'))).toContain('wrong')
})
