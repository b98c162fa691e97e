import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { describeStatus } from '#server/cli.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp({ config: { metricsToken: 'a token for the collector' } })

test('the state of the analyses is in the dashboard, the metrics and the status command', async () => {
  const viewer = await app.createUser('admin.system.access', 'admin.dashboard.view')
  for (const [state, revision] of [['waiting'], ['waiting'], ['running'], ['failed', '0.0'], ['done', '0.0']])
    await app.db.execute(sql`
      insert into archive_analyses (sha256, size, extension, priority, state, revision)
      values (md5(random()::text), 1, 'zip', 0, ${state}, ${revision ?? null})`)

  const { body } = await app.request(viewer, 'GET', '/api/analyses/status')
  const metrics = await app.request(null, 'GET', '/metrics', undefined, {
    authorization: 'Bearer a token for the collector',
  })

  expect(body).toEqual({ waiting: 2, running: 1, failed: 1, outdated: 1 })
  for (const [state, count] of Object.entries(body))
    expect(metrics.body).toContain(`scripthaven_analyses_${state} ${String(count)}\n`)
  const lines = (await describeStatus(app.db)).split('\n')
  expect(lines.slice(2)).toEqual([
    'Archives waiting   2',
    'Archives running   1',
    'Archives failed    1',
    expect.stringMatching(/^Archives outdated  1 \(rule set [\da-f]{12}\.\d+\)$/),
  ])
})
