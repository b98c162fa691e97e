import { expect, test } from 'vitest'

import { readDemoConfig, seedConfigOf } from './demo-config.ts'

test('SCRIPT_REVIEW sets the review mode of the demo, but not while it is seeded', () => {
  const config = readDemoConfig({ SCRIPT_REVIEW: 'all', SITE_NAME: 'Garage' })

  expect(config.pinnedSettings).toMatchObject({ reviewMode: 'all', siteName: 'Garage' })
  expect(seedConfigOf(config).pinnedSettings).not.toHaveProperty('reviewMode')
  expect(seedConfigOf(config).pinnedSettings).toMatchObject({ siteName: 'Garage' })
})

test('an invalid SCRIPT_REVIEW stops the demo, and a real database is never used', () => {
  expect(() => readDemoConfig({ SCRIPT_REVIEW: 'sometimes' })).toThrow('SCRIPT_REVIEW must be one of')
  const url = 'postgres://hub@db.example/hub'
  expect(JSON.stringify(readDemoConfig({ DATABASE_URL: url }))).not.toContain('db.example')
})
