import { afterEach, expect, test } from 'vitest'

import { setTransport, type Answer } from '#web/app/call.ts'

import { saveUser } from './save-user.ts'

const member = { id: 7, username: 'kestrel' }
const ok: Answer = {
  status: 200,
  statusText: 'OK',
  retryAfter: undefined,
  body: { user: member, groups: [] },
}
const refused: Answer = {
  ...ok,
  status: 403,
  body: { error: 'Cannot assign - group has higher authority than yours', code: 'forbidden' },
}
const staged = { add: [1, 2], remove: [3] }

let calls: { name: string; body: unknown }[] = []
afterEach(() => {
  calls = []
})

function answerBy(answer: (body: unknown) => Answer | Promise<Answer>) {
  setTransport(({ name, body }) => {
    calls.push({ name, body })
    return Promise.resolve(answer(body))
  })
}

test('the profile is saved first, then all groups at once', async () => {
  const profile = Promise.withResolvers<Answer>()
  answerBy((body) => (calls.length === 1 ? profile.promise : isChangeOf(body, 3) ? refused : ok))

  const saving = saveUser(member, { notes: 'Helpful', expected: { notes: null } }, staged)
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

test('when nothing at all was changed it is a refusal', async () => {
  answerBy(() => refused)

  await expect(saveUser(member, undefined, staged)).rejects.toThrow('Cannot assign')
})

function isChangeOf(body: unknown, groupId: number): boolean {
  return typeof body === 'object' && body !== null && 'group_id' in body && body.group_id === groupId
}
