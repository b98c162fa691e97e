import { expect, test } from 'vitest'

import { accountLimits } from '#contract/access/users.ts'
import { Registration } from '#contract/accounts/auth.ts'
import { NewGroup } from '#contract/access/groups.ts'
import { UserStyleDraft } from '#contract/access/user-styles.ts'
import { styleCss } from '#server/access/access.public.ts'

import { bans, extraGroups, styleAssignments, styles } from './permissions.ts'
import { demoPassword, users } from './users.ts'

test('the registration form accepts 40 users with unique names and email addresses', () => {
  for (const { username, email } of users) {
    const fields = { username, email, password: demoPassword }
    expect(Registration.parse(fields)).toEqual(fields)
  }
  expect(users).toHaveLength(40)
  expect(new Set(users.map(({ username }) => username.toLowerCase())).size).toBe(40)
  expect(new Set(users.map(({ email }) => email)).size).toBe(40)
})

test('the owner comes first, and most users are uploaders', () => {
  const groups = Map.groupBy(users, ({ group }) => group)

  expect(users[0]?.group).toBe('owner')
  expect([...groups].map(([group, { length }]) => [group, length])).toEqual([
    ['owner', 1],
    ['administrator', 2],
    ['moderator', 3],
    ['verified', 25],
    ['member', 9],
  ])
})

test('the password has the length that admin accounts require', () => {
  expect(demoPassword.length).toBeGreaterThanOrEqual(accountLimits.passwordMinAdmin)
})

test('users join over two years and are last seen after they join', () => {
  const joined = users.map(({ joinedDaysAgo }) => joinedDaysAgo)

  expect(Math.max(...joined)).toBeGreaterThan(700)
  expect(Math.min(...joined)).toBeLessThan(100)
  for (const { joinedDaysAgo, lastSeenDaysAgo } of users)
    expect(lastSeenDaysAgo).toBeLessThanOrEqual(joinedDaysAgo)
})

test('the admin API accepts every style, and sanitizing does not change its CSS', () => {
  for (const { name, description, cssProperties, priority } of styles) {
    const draft = { name, description, css_properties: cssProperties, font_family: 'default', priority }
    expect(UserStyleDraft.parse(draft)).toMatchObject(draft)
    expect(styleCss([{ css: cssProperties, font: 'default' }])).toBe(cssProperties)
  }
})

test('the admin API accepts every group, and all of them rank below moderators', () => {
  for (const { name, displayName, description, color, priority, permissions } of extraGroups) {
    const draft = { name, display_name: displayName, description, color, priority, permissions }
    expect(NewGroup.parse(draft)).toMatchObject(draft)
    expect(priority).toBeGreaterThan(50)
  }
})

test('styles, memberships and bans refer to existing users and styles', () => {
  const usernames = users.map(({ username }) => username)
  const members = extraGroups.flatMap((group) => group.members)

  for (const { username } of [...styleAssignments, ...members, ...bans]) expect(usernames).toContain(username)
  for (const { issuer } of bans) expect(usernames).toContain(issuer)
  for (const { style } of styleAssignments) expect(styles.map(({ name }) => name)).toContain(style)
})
