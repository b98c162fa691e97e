import { expect, test } from 'vitest'

import { writePageState } from './page-state.ts'

test('what a person wrote cannot end the script element that carries it', () => {
  const data = { name: '</script><script>alert(1)</script><!-- & \u2028\u2029' }
  const site = { siteName: 'x', publicUrl: 'https://hub.example', chatInviteUrl: '' }

  const text = writePageState({ site, status: 200, queries: [{ key: ['script', 1], data }] })

  expect(text).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(text)).toMatchObject({ queries: [{ key: ['script', 1], data }] })
})
