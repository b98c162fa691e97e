import { expect, test } from 'vitest'

import { readDraft, writeDraft } from './use-draft.ts'

const empty = {
  name: '',
  description: '',
  category: '',
  version: '',
  tags: '',
  changelog: '',
  documentation: '',
  license: '',
  sourceUrl: '',
  documentationUrl: '',
  supportUrl: '',
  teamId: '',
} as const

test('a draft is read as it was written', () => {
  const written = { ...empty, name: 'Towing', script_status: 'Readable', teamId: '12' } as const
  expect(readDraft(writeDraft(written, empty) ?? null)).toEqual(written)
})

test('a form with its initial values is no draft', () => {
  expect(writeDraft({ ...empty, script_status: '' }, empty)).toBeUndefined()
})

test('an empty select does not make a draft invalid', () => {
  const written = { ...empty, name: 'Towing', script_status: '' }
  expect(readDraft(writeDraft(written, empty) ?? null)).toMatchObject({ name: 'Towing' })
})

test.each([[null], ['{'], ['null'], ['{"name":1}'], ['{"name":"a"}']])('%j is not a draft', (text) =>
  expect(readDraft(text)).toBeUndefined(),
)
