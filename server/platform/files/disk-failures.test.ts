import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withDiskFailures } from './disk-failures.ts'

// Linux has a device that is always full.
test.runIf(existsSync('/dev/full'))('a full disk asks the sender to come back later', async () => {
  const writing = withDiskFailures(() => writeFile('/dev/full', 'x'))

  await expect(writing).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 60,
    message: 'The server has no room for files at the moment. Please try again later.',
  })
})

test('any other failure of the disk stays what it is', async () => {
  const writing = withDiskFailures(() => writeFile('/no/such/folder/file', 'x'))

  await expect(writing).rejects.toMatchObject({ code: 'ENOENT' })
})
