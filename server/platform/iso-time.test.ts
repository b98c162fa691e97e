import { assert, date as dateBetween, integer, option, property } from 'fast-check'
import { expect, test } from 'vitest'

import { isoTime } from './clock.ts'

const day = dateBetween({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

test('any time that PostgreSQL writes in UTC comes out as Date would say it', () => {
  const micros = option(integer({ min: 1, max: 999_999 }))
  assert(
    property(day, micros, (date, fraction) => {
      const seconds = date.toISOString().slice(0, 19).replace('T', ' ')
      const digits = fraction === null ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`
      const text = `${seconds}${digits}+00`

      expect(isoTime(text)).toBe(new Date(text).toISOString())
    }),
  )
})

test.each([
  ['another time zone', '2026-11-22 02:31:39.5+02', '2026-11-22T00:31:39.500Z'],
  ['half an hour beside it', '2026-11-22 06:01:39+05:30', '2026-11-22T00:31:39.000Z'],
])('a time with %s is converted to UTC', (_name, text, iso) => {
  expect(isoTime(text)).toBe(iso)
})
