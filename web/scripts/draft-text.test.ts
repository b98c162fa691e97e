import { expect, test } from 'vitest'

import { readDraft, writeDraft } from './draft-text.ts'

const empty = { name: '', description: '', category: '', version: '', tags: '' }

test('what was written is read again', () => {
  const written = { ...empty, name: 'Towing', script_status: 'Readable' } as const
  expect(readDraft(writeDraft(written, empty) ?? null)).toEqual(written)
})

test('a form as it was at first is no draft', () => {
  expect(writeDraft({ ...empty, script_status: '' }, empty)).toBeUndefined()
})

test('a choice not made yet keeps nothing else from being read', () => {
  const written = { ...empty, name: 'Towing', script_status: '' }
  expect(readDraft(writeDraft(written, empty) ?? null)).toMatchObject({ name: 'Towing' })
})

test.each([[null], ['{'], ['null'], ['{"name":1}'], ['{"name":"a"}']])('%j is no draft', (text) =>
  expect(readDraft(text)).toBeUndefined(),
)
