import { expect, test } from 'vitest'

import { permissions } from '#contract/platform/permissions.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

test('the catalog contains all permissions with their tab', async () => {
  expect((await app.request(await app.createUser(), 'GET', '/api/groups/permissions/available')).status).toBe(
    403,
  )
  const viewer = await app.createUser('admin.system.access', 'admin.groups.view')

  const { body } = await app.request(viewer, 'GET', '/api/groups/permissions/available')

  expect(body.map(({ key }: { key: string }) => key)).toEqual(permissions)
  expect(body).toContainEqual({
    key: 'admin.activities.view',
    name: 'View activities',
    description: 'Read the activity log.',
    category: 'System',
  })
  const tabs = Object.fromEntries(
    body.map(({ key, category }: { key: string; category: string }) => [key, category]),
  )
  expect(tabs).toMatchObject({
    'admin.users.edit.basic': 'Users',
    'admin.groups.manage': 'Users',
    'scripts.upload': 'Content',
    'admin.scripts.moderate': 'Content',
    'admin.styles.manage': 'Content',
    'admin.dashboard.manage': 'System',
  })
})
