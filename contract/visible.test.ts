import { expect, test } from 'vitest'

import { Registration } from './accounts/auth.ts'
import { CategoryDraft } from './scripts/categories.ts'
import { isVisible } from './platform/fields.ts'
import { NewGroup } from './access/groups.ts'
import { PartnerDraft } from './site/partners.ts'
import { ScriptDraft } from './scripts/script-fields.ts'
import { UserStyleDraft } from './access/user-styles.ts'

test.each([
  ['a zero width space', 'Gar\u200Bage'],
  ['a direction override', 'Garage\u202Egpj'],
  ['an escape', 'Gar\u001B[31mage'],
  ['a line break', 'Garage\r\nX'],
  ['a line separator', 'Garage\u2028X'],
  ['a byte order mark', 'Gar\uFEFFage'],
  ['a soft hyphen', 'Gar\u00ADage'],
  ['a Hangul filler', 'Gar\u3164age'],
  ['an empty Braille cell', 'Gar\u2800age'],
  ['a joiner between letters', 'Gar\u200Dage'],
  ['a variation selector after a letter', 'Garage\uFE0F'],
  ['a lone surrogate', 'Garage\uD800'],
])('%s is invisible', (_, text) => {
  expect(isVisible(text)).toBe(false)
})

test.each(['Garage', 'Стоянка', '車庫 ü é', 'مرآب', '👩‍🚒 ❤️ 🏴‍☠️ 👍🏽 1️⃣', 'a\u0301 – “b”'])(
  '%j is visible',
  (text) => {
    expect(isVisible(text)).toBe(true)
  },
)

const error = 'Text must not contain invisible characters or line breaks'

test.each([
  ['a script', ScriptDraft, 'name'],
  ['a script', ScriptDraft, 'version'],
  ['a script', ScriptDraft, 'tags'],
  ['a category', CategoryDraft, 'name'],
  ['a partner', PartnerDraft, 'name'],
  ['a group', NewGroup, 'name'],
  ['a group', NewGroup, 'display_name'],
  ['a user style', UserStyleDraft, 'name'],
])('%s with an invisible character in its %s is rejected', (_, schema, field) => {
  const issues = schema.safeParse({ [field]: 'Gar\u200Bage' }).error?.issues ?? []

  expect(issues.find(({ path }) => path[0] === field)?.message).toBe(error)
})

test('an email address with an invisible character is rejected', () => {
  const sent = { username: 'nordlys', email: 'nord\u200Blys@example.com', password: 'correct horse' }

  expect(Registration.safeParse(sent).error?.issues).toMatchObject([
    { path: ['email'], message: 'Email is invalid' },
  ])
})

const tags = (sent: string) =>
  ScriptDraft.safeParse({ tags: sent }).error?.issues.find(({ path }) => path[0] === 'tags')

test.each(['{"a":1}', '"garage"', 'null', 'true', '[1]', '[', '[["a"]]'])(
  'tags that are JSON but no list of text are rejected: %s',
  (sent) => {
    expect(tags(sent)?.message).toBe('Tags must be a list of text')
  },
)

test.each(['["garage","car"]', '[]', 'garage, car', '2024', 'garage,\ncar', ''])(
  'tags are accepted: %j',
  (sent) => {
    expect(tags(sent)).toBeUndefined()
  },
)
