import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withDiskFullErrors } from './disk-errors.ts'

// Linux has a device that is always full.
test.runIf(existsSync('/dev/full'))('a full disk becomes 503 with Retry-After', async () => {
  const writing = withDiskFullErrors(() => writeFile('/dev/full', 'x'))

  await expect(writing).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 60,
    message: 'The server has no room for files at the moment. Please try again later.',
  })
})

test('any other disk error is rethrown', async () => {
  const writing = withDiskFullErrors(() => writeFile('/no/such/folder/file', 'x'))

  await expect(writing).rejects.toMatchObject({ code: 'ENOENT' })
})
