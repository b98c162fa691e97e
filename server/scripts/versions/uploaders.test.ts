import { expect, test } from 'vitest'

import { joinScript } from '#test-support/members.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

test('a version names the author who uploaded it, also a former one, and no moderator', async () => {
  const owner = await app.createUser('scripts.upload')
  const member = await app.createUser('scripts.upload')
  const { body } = await app.request(owner, 'POST', '/api/scripts', await scriptForm({ version: '1.0.0' }))
  const path = `/api/scripts/${body.id}`
  const uploaders = async () =>
    (await app.request(null, 'GET', `${path}/versions`)).body.versions.map(
      ({ uploadedBy }: { uploadedBy?: { username: string } }) => uploadedBy?.username,
    )
  await joinScript(app, { id: body.id, owner, user: member, role: 'contributor' })
  const update = new FormData()
  update.set('scriptFile', (await scriptForm()).get('scriptFile') ?? '')
  update.set('number', '1.1.0')
  expect((await app.request(member, 'POST', `${path}/versions`, update)).status).toBe(201)
  expect(await uploaders()).toEqual([member.username, owner.username])
  const admin = await app.createOwner()
  const renamed = { username: 'renamed-member' }
  expect((await app.request(admin, 'PUT', `/api/users/admin/users/${member.id}`, renamed)).status).toBe(200)
  expect(await uploaders()).toEqual(['renamed-member', owner.username])

  await app.request(owner, 'DELETE', `${path}/members/${member.id}`)
  expect(await uploaders()).toEqual(['renamed-member', owner.username])
  const again = { username: 'member-again' }
  await app.request(admin, 'PUT', `/api/users/admin/users/${member.id}`, again)
  expect(await uploaders()).toEqual(['member-again', owner.username])

  const moderator = await app.createUser('scripts.upload', 'admin.system.access', 'admin.scripts.moderate')
  const moderated = new FormData()
  moderated.set('scriptFile', (await scriptForm()).get('scriptFile') ?? '')
  moderated.set('number', '1.2.0')
  expect((await app.request(moderator, 'POST', `${path}/versions`, moderated)).status).toBe(201)
  expect(await uploaders()).toEqual([undefined, 'member-again', owner.username])
  await joinScript(app, { id: body.id, owner, user: moderator, role: 'contributor' })
  expect(await uploaders()).toEqual([undefined, 'member-again', owner.username])
})
