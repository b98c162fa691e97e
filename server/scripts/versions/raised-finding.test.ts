import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { dispatchAll } from '#test-support/events.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { applyAnalysis } from './apply-analysis.ts'
import { rescan } from './rescan.ts'

const app = await startTestApp()

async function submit(content: string) {
  const author = await app.createUser('scripts.upload')
  const archive = { fileName: 'a.zip', content: zipOf([{ name: 'a/server.lua', content, deflate: true }]) }
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive }))
  return { id: body.id, name: body.name, author }
}

async function block(kind: 'host' | 'text', value: string): Promise<void> {
  await app.db.execute(
    sql`insert into blocklist_entries (kind, value, reason) values (${kind}, ${value}, 'for a test')`,
  )
  await runJob(app, rescan)
  await runQueued(app, applyAnalysis)
  await dispatchAll(app)
}

const listOf = async ({ author }: { author: TestUser }) =>
  (await app.request(author, 'GET', '/api/notifications')).body.notifications

test('the author is notified once when a new rule set raises the current version to severity high', async () => {
  const raised = await submit("print('https://rates.example.com/a')")
  const unchanged = await submit("print('https://other.example.org/a')")
  await analyseAll(app)

  await block('host', 'rates.example.com')

  expect(await listOf(unchanged)).toEqual([])
  const found = await listOf(raised)
  expect(found).toMatchObject([{ kind: 'finding-raised', path: `/scripts/${raised.id}/report` }])
  expect(found[0].text).toContain(`An entry of the blocklist matches ${raised.name} `)

  await block('host', 'unrelated.example.net')

  expect(await listOf(raised)).toEqual(found)
})

test('the author is notified of a long text with characters beyond the 16 bits of one unit', async () => {
  const text = `a${'🔥'.repeat(90)}`
  const raised = await submit(`print('${text}')`)
  await analyseAll(app)

  await block('text', text)

  expect(await listOf(raised)).toMatchObject([{ kind: 'finding-raised' }])
})
