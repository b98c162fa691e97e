import { expect } from 'vitest'

import { zipOf } from './archives/zip.ts'
import type { startMailbox } from './mail.ts'
import { scriptForm } from './script-forms.ts'
import type { TestApp, TestUser } from './test-app.ts'

let count = 0
export const notice = (change: object = {}) => ({
  name: 'Ada Author',
  email: `ada${++count}@example.com`,
  onBehalfOf: 'Ada Author',
  right: 'copyright',
  work: 'My shop script, published in 2024 at https://example.org/shop.',
  urls: ['/scripts/1'],
  goodFaith: true,
  perjury: true,
  signature: 'Ada Author',
  ...change,
})
export const counterNotice = (change: object = {}) => ({
  name: 'Bob Builder',
  contact: 'Main Street 1, 12345 Town, bob@example.com',
  explanation: 'I wrote this script myself and can show its history.',
  goodFaith: true,
  perjury: true,
  jurisdiction: true,
  signature: 'Bob Builder',
  ...change,
})

/** What claimants, uploaders and staff do with takedown notices. */
export function takedownsOf(
  { request }: Pick<TestApp, 'request'>,
  mailbox: Awaited<ReturnType<typeof startMailbox>>,
) {
  /** Each from an IP of its own: the limit is one of IPs. */
  const send = (body: Record<string, unknown>) =>
    request(null, 'POST', '/api/takedowns', body, { 'x-forwarded-for': `10.1.0.${++count % 250}` })
  const confirm = (token: unknown) => request(null, 'POST', '/api/takedowns/confirm', { token })
  const statusOf = (number: string, secret: string) =>
    request(null, 'GET', `/api/takedowns/${number}?secret=${encodeURIComponent(secret)}`)
  const decide = (user: TestUser, number: string, decision: string, more: object = {}) =>
    request(user, 'POST', `/api/moderation/cases/${number.slice(5)}/decide`, { decision, ...more })
  const counter = (user: TestUser | null, number: string, body: Record<string, unknown> = counterNotice()) =>
    request(user, 'POST', `/api/takedowns/${number}/counter-notice`, body)

  async function submit(author: TestUser, name: string, content = `print(${++count})`) {
    const archive = { fileName: 'a.zip', content: zipOf([{ name: 'a/server.lua', content, deflate: true }]) }
    const { body, status } = await request(
      author,
      'POST',
      '/api/scripts',
      await scriptForm({ name }, { archive }),
    )
    expect(status).toBe(201)
    return { ...body, archive }
  }

  async function linkIn(email: string): Promise<URL> {
    const { message } = await mailbox.next(email)
    const link = /https?:\/\/\S+\/takedown\/[^\s"<]+/.exec(message)?.[0]
    if (link === undefined) throw new Error('The mail has no link')
    return new URL(link)
  }

  /** A confirmed notice about scripts. */
  async function confirmed(...scripts: { id: number }[]) {
    const body = notice({ urls: scripts.map(({ id }) => `/scripts/${id}`) })
    expect((await send(body)).status).toBe(201)
    const link = await linkIn(body.email)
    const { body: reply, status } = await confirm(link.searchParams.get('token'))
    expect(status).toBe(200)
    await mailbox.next(body.email)
    return { ...reply, email: body.email, token: link.searchParams.get('token') }
  }

  return { send, confirm, statusOf, decide, counter, submit, linkIn, confirmed }
}
