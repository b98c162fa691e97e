import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { startTestHub, type Answer, type Person } from '#server/testing.ts'

import { interactions, makeChatService, signatureOf, verifyCommandOf } from './testing.ts'

const chat = makeChatService()
const stranger = makeChatService()
let now = new Date('2026-05-04T10:00:00Z')
const discord = {
  applicationId: undefined,
  publicKey: chat.publicKey,
  botToken: undefined,
  apiUrl: 'http://127.0.0.1:9',
}
const hub = await startTestHub({ clock: { now: () => now }, config: { discord } })

let chatAccounts = 0
const newChatAccount = () => `80351110224678${String(++chatAccounts).padStart(4, '0')}`

function send(body: string, headers: Record<string, string> = signatureOf(chat.privateKey, body, now)) {
  return hub.as(null, 'POST', interactions, body, headers)
}
const verify = (discordUserId: string, code: string) =>
  send(JSON.stringify(verifyCommandOf(discordUserId, code)))
const replyOf = ({ body }: Answer): string => body.data.content

async function codeOf(someone: Person): Promise<string> {
  const { body } = await hub.as(someone, 'POST', '/api/discord-verification/generate-code', {})
  return body.verificationCode
}
const statusOf = async (someone: Person) =>
  (await hub.as(someone, 'GET', `/api/discord-verification/status/${someone.id}`)).body
const groupsOf = async (someone: Person): Promise<string[]> =>
  (await hub.as(someone, 'GET', '/api/groups/me/info')).body.groups.map(
    (group: { name: string }) => group.name,
  )

test('what the chat service did not sign is refused and changes nothing', async () => {
  const member = await hub.person()
  const body = JSON.stringify(verifyCommandOf(newChatAccount(), await codeOf(member)))
  const good = signatureOf(chat.privateKey, body, now)
  const stale = after(now, -6 * minute)

  const refused = [
    await send(body, { 'content-type': 'application/json' }),
    await send(body, signatureOf(stranger.privateKey, body, now)),
    await send(`${body} `, good),
    await send(body, { ...good, 'x-signature-timestamp': '1' }),
    await send(body, { ...good, 'x-signature-ed25519': 'ab' }),
    await send(body, { ...good, 'x-signature-ed25519': `${good['x-signature-ed25519']}00` }),
    await send(body, signatureOf(chat.privateKey, body, stale)),
    await send(body, signatureOf(chat.privateKey, body, after(now, 6 * minute))),
  ]

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  expect(await statusOf(member)).toMatchObject({ isVerified: false, hasActiveCode: true })
  expect(await groupsOf(member)).toEqual(['member'])
})

test('a ping is answered with a pong, and what is no interaction with 400', async () => {
  expect(await send('{"type":1,"version":1}')).toMatchObject({ status: 200, body: { type: 1 } })

  const ofNobody = JSON.stringify({ ...verifyCommandOf('1', 'ABCDEFGH'), member: undefined })
  for (const body of ['', '[]', '{"type":"1"}', '{"type":2,"data":', '{"type":3}', ofNobody])
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  expect((await send(JSON.stringify({ type: 1, more: 'x'.repeat(70_000) }))).status).toBe(413)
})

test('without a key of the chat service the endpoint says so, and no signature helps', async () => {
  const bare = await startTestHub()
  const ping = '{"type":1}'

  const answer = await bare.as(null, 'POST', interactions, ping, signatureOf(chat.privateKey, ping, now))

  expect(answer).toMatchObject({
    status: 503,
    body: { error: 'Discord verification is not set up on this site', code: 'unavailable' },
  })
})

test('a code links the chat account, and its owner may upload with the token they have', async () => {
  const member = await hub.person()
  const discordUserId = newChatAccount()
  const code = await codeOf(member)
  const request = { fileName: 'garage.zip', fileType: 'application/zip', folder: 'scripts' }
  expect((await hub.as(member, 'POST', '/api/scripts/upload-url', request)).status).toBe(403)

  const answer = await verify(discordUserId, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)

  expect(answer).toMatchObject({ status: 200, body: { type: 4, data: { flags: 64 } } })
  expect(replyOf(answer)).toContain(`linked to \`${member.username}\``)
  expect((await hub.as(member, 'POST', '/api/scripts/upload-url', request)).status).toBe(200)
  expect(await statusOf(member)).toEqual({
    isVerified: true,
    hasActiveCode: false,
    verificationCode: null,
    expiresAt: null,
    discordUserId,
    userGroup: 'verified',
  })
  expect((await hub.as(member, 'GET', '/api/auth/profile')).body.user.discord_verified).toBe(true)
  const { rows } = await hub.db.execute(sql`
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

test('whoever is verified needs no code', async () => {
  const member = await hub.person()
  await verify(newChatAccount(), await codeOf(member))

  const again = await hub.as(member, 'POST', '/api/discord-verification/generate-code', {})

  expect(again).toMatchObject({ status: 409, body: { error: 'Your account is already verified' } })
})

test('the command works in a direct message too', async () => {
  const member = await hub.person()
  const { member: sender, ...command } = verifyCommandOf(newChatAccount(), await codeOf(member))

  await send(JSON.stringify({ ...command, user: sender.user }))

  expect(await groupsOf(member)).toEqual(['verified', 'member'])
})

test('a wrong, a replaced, a used and an expired code link nothing', async () => {
  const member = await hub.person()
  const verified = await hub.person()
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

test('a chat account verifies one user, and the code of another stays good', async () => {
  const first = await hub.person()
  const second = await hub.person()
  const discordUserId = newChatAccount()
  await verify(discordUserId, await codeOf(first))
  const code = await codeOf(second)

  const reply = replyOf(await verify(discordUserId, code))

  expect(reply).toBe(`This Discord account is already linked to the account \`${first.username}\`.`)
  expect(await statusOf(second)).toMatchObject({ isVerified: false, hasActiveCode: true })
  await verify(newChatAccount(), code)
  expect(await statusOf(second)).toMatchObject({ isVerified: true })
})

test('of many who redeem one code at once, one is linked', async () => {
  const member = await hub.person()
  const code = await codeOf(member)

  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(newChatAccount(), code)))

  expect(answers.map(replyOf).filter((reply) => reply.includes('You are verified'))).toHaveLength(1)
  const { rows } = await hub.db.execute(sql`
    select (select count(*)::int from discord_links where user_id = ${member.id}) as links,
      (select count(*)::int from memberships where user_id = ${member.id}) as memberships,
      (select count(*)::int from activities where user_id = ${member.id}) as activities`)
  expect(rows).toEqual([{ links: 1, memberships: 2, activities: 1 }])
})

test('a chat account that redeems many codes at once is linked to one user', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => hub.person()))
  const codes = await Promise.all(people.map(codeOf))
  const discordUserId = newChatAccount()

  const answers = await Promise.all(codes.map((code) => verify(discordUserId, code)))

  expect(answers.map(replyOf).filter((reply) => reply.includes('You are verified'))).toHaveLength(1)
  const statuses = await Promise.all(people.map(statusOf))
  expect(statuses.filter(({ isVerified }) => isVerified)).toHaveLength(1)
})

test('the members of the group are counted', async () => {
  const { rows } = await hub.db.execute(sql`
    select member_count = (select count(*) from memberships m where m.group_id = g.id) as agrees
    from groups g where name = 'verified'`)

  expect(rows).toEqual([{ agrees: true }])
})

test('another command is answered, to the person alone', async () => {
  const answer = await send(JSON.stringify({ type: 2, data: { name: 'ban' }, user: { id: '1' } }))

  expect(answer.body).toMatchObject({
    type: 4,
    data: { content: 'This command is unknown here.', flags: 64 },
  })
})

test('a chat account that guesses is held off, and others are not', async () => {
  const strict = await startTestHub({ clock: { now: () => now }, config: { discord, rateLimits: true } })
  const guess = (discordUserId: string) => {
    const body = JSON.stringify(verifyCommandOf(discordUserId, 'AAAAAAAA'))
    return strict.as(null, 'POST', interactions, body, signatureOf(chat.privateKey, body, now))
  }
  for (let attempt = 1; attempt <= 5; attempt++) expect(replyOf(await guess('1'))).toContain('wrong')

  expect(replyOf(await guess('1'))).toMatch(
    /^Too many attempts\. Please try again in [12] minutes?\.$|a minute/,
  )
  expect(replyOf(await guess('2'))).toContain('wrong')
})
