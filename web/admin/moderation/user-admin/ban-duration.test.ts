import { expect, test } from 'vitest'

import { banErrors, banRequest, emptyBanForm } from './ban-duration.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const timed = { ...emptyBanForm, reason: ' Reuploads ' }

test.each([
  ['', 'Please specify a custom duration'],
  ['  ', 'Please specify a custom duration'],
  ['ten', 'Custom duration must contain only numbers'],
  ['1.5', 'Custom duration must contain only numbers'],
  ['0', 'Custom duration must be a positive number'],
  ['-3', 'Custom duration must be a positive number'],
  ['3651', 'Please enter a valid custom duration'],
  ['9'.repeat(400), 'Please enter a valid custom duration'],
  ['3650', undefined],
  [' 45 ', undefined],
])('a custom duration of "%s": %s', (customDays, message) =>
  expect(banErrors({ ...timed, duration: 'custom', customDays }).customDays).toBe(message),
)

test('a ban needs a reason, and a permanent one nothing else', () => {
  expect(banErrors({ ...emptyBanForm, reason: '  ' })).toEqual({
    reason: 'Please provide a reason for the ban',
  })
  expect(banErrors({ ...timed, isPermanent: true, duration: 'custom', customDays: 'x' })).toEqual({})
})

test('the default duration is seven days, and a permanent ban has no end', () => {
  expect(banRequest(timed, now)).toEqual({
    reason: 'Reuploads',
    is_permanent: false,
    expires_at: '2026-11-27T12:00:00.000Z',
  })
  expect(banRequest({ ...timed, isPermanent: true }, now).expires_at).toBeNull()
  expect(banRequest({ ...timed, duration: 'custom', customDays: ' 2 ' }, now).expires_at).toBe(
    '2026-11-22T12:00:00.000Z',
  )
})
