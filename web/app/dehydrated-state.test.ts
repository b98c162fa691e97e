import { expect, test } from 'vitest'

import { writePageState } from './dehydrated-state.ts'

test('user content cannot end the script element that contains the state', () => {
  const data = { name: '</script><script>alert(1)</script><!-- & \u2028\u2029' }
  const site = {
    siteName: 'x',
    siteTagline: '',
    publicUrl: 'https://hub.example',
    chatInviteUrl: '',
    hasDiscordApp: false,
    reviewMode: 'off' as const,
    banner: null,
  }

  const text = writePageState({ site, status: 200, queries: [{ key: ['script', 1], data }] })

  expect(text).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(text)).toMatchObject({ queries: [{ key: ['script', 1], data }] })
})
