import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

test('the OpenAPI document follows the recommended rules of Redocly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { body } = await app.request(null, 'GET', '/api/openapi.json')
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(body))

  const command = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'lint', '--extends=recommended', '--format=json', 'openapi.json'],
    {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )

  const { problems } = JSON.parse(stdout)
  // The specification gives these paths. Ids are numbers, so no URL means two of them: the documentation says so.
  const ambiguous = ['members', 'assign'].map(
    (name) =>
      `Paths should resolve unambiguously. Found two ambiguous paths: \`/api/groups/user/{userId}\` and \`/api/groups/{id}/${name}\`.`,
  )
  expect(problems.map(({ message }: { message: string }) => message)).toEqual(ambiguous)
  const { description } = body.paths['/api/groups/user/{userId}'].get
  expect(description).toContain('the id of a group is a number')
})
