import { expect, test } from 'vitest'

import { deliverMail, sendBulkMail } from '#platform/mail/mailer.ts'
import { runQueued } from '#test-support/analyses.ts'
import { startMailbox } from '#test-support/mail.ts'
import { startTestApp } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url } })

test('e-mails to many users share a connection for 100 of them, which is closed when no more follow', async () => {
  const mails = Array.from({ length: 200 }, (_, n) => ({
    siteName: 'Scripthaven',
    to: `user${n}@example.com`,
    subject: 'Withdrawn for security',
    text: 'Remove it from your server.',
    html: '<p>Remove it from your server.</p>',
  }))
  await sendBulkMail(app.db, mails)

  expect(await runQueued(app, deliverMail)).toBe(200)

  expect(new Set(mailbox.received.map(({ to }) => to)).size).toBe(200)
  expect(mailbox.connections.opened).toBe(2)
  await expect.poll(() => mailbox.connections.open).toBe(0)
  await sendBulkMail(app.db, mails.slice(0, 1))
  await runQueued(app, deliverMail)
  expect(mailbox.received).toHaveLength(201)
})
