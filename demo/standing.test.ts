import { expect, test } from 'vitest'

import { NewGroup } from '#contract/groups.ts'
import { UserStyleDraft } from '#contract/user-styles.ts'
import { shownStyle } from '#server/user-styles/user-styles.public.ts'

import { people } from './people.ts'
import { extraGroups, styleGifts, styles } from './standing.ts'

const usernames = people.map(({ username }) => username)

test('every style may be stored, and is shown as it is written', () => {
  for (const { name, description, css, font, priority } of styles) {
    const draft = { name, description, css_properties: css, font_family: font, priority }
    expect(UserStyleDraft.parse(draft)).toMatchObject(draft)
    expect(shownStyle([{ css, font }])).toBe(css)
  }
})

test('every group may be created, below the moderators', () => {
  for (const { name, displayName, description, color, priority, permissions } of extraGroups) {
    const draft = { name, display_name: displayName, description, color, priority, permissions }
    expect(NewGroup.parse(draft)).toMatchObject(draft)
    expect(priority).toBeGreaterThan(50)
  }
})

test('styles and memberships are given to people there are', () => {
  const members = extraGroups.flatMap((group) => group.members)
  for (const { username } of [...styleGifts, ...members]) expect(usernames).toContain(username)
  for (const { style } of styleGifts) expect(styles.map(({ name }) => name)).toContain(style)
})
