import { afterEach, expect, test } from 'vitest'

import { setTransport, type CallResponse } from '#web/app/call.ts'

import { saveUser } from './EditUserForm.tsx'

const member = { id: 7, username: 'kestrel' }
const ok: CallResponse = {
  status: 200,
  statusText: 'OK',
  retryAfter: undefined,
  body: { user: member, groups: [] },
}
const denied: CallResponse = {
  ...ok,
  status: 403,
  body: { error: 'Cannot assign - group has higher authority than yours', code: 'forbidden' },
}
const groupChanges = { add: [1, 2], remove: [3] }

let calls: { name: string; body: unknown }[] = []
afterEach(() => {
  calls = []
})

function respondWith(respond: (body: unknown) => CallResponse | Promise<CallResponse>) {
  setTransport(({ name, body }) => {
    calls.push({ name, body })
    return Promise.resolve(respond(body))
  })
}

test('the profile is saved first, then all groups in parallel', async () => {
  const profile = Promise.withResolvers<CallResponse>()
  respondWith((body) => (calls.length === 1 ? profile.promise : isChangeOf(body, 3) ? denied : ok))

  const saving = saveUser(member, { notes: 'Helpful', expected: { notes: null } }, groupChanges)
  expect(calls.map(({ name }) => name)).toEqual(['PUT /api/users/admin/users/:id'])
  profile.resolve(ok)

  expect(await saving).toEqual({
    name: 'kestrel',
    groupsChanged: 2,
    failure: 'Cannot assign - group has higher authority than yours',
  })
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { group_id: 1, action: 'add' },
    { group_id: 2, action: 'add' },
    { group_id: 3, action: 'remove' },
  ])
})

test('the save fails with the error of the first call if no call succeeded', async () => {
  respondWith(() => denied)

  await expect(saveUser(member, undefined, groupChanges)).rejects.toThrow('Cannot assign')
})

function isChangeOf(body: unknown, groupId: number): boolean {
  return typeof body === 'object' && body !== null && 'group_id' in body && body.group_id === groupId
}
