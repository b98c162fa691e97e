import { expect, test } from 'vitest'

import { Registration } from '#contract/auth.ts'
import { accountLimits } from '#contract/accounts.ts'

import { demoPassword, people, type DemoGroup } from './people.ts'

test('forty people can register as they are, each name and address once', () => {
  for (const { username, email } of people) {
    const sent = { username, email, password: demoPassword }
    expect(Registration.parse(sent)).toEqual(sent)
  }
  expect(people).toHaveLength(40)
  expect(new Set(people.map(({ username }) => username.toLowerCase())).size).toBe(40)
  expect(new Set(people.map(({ email }) => email)).size).toBe(40)
})

test('one owner, two administrators, three moderators, and most are verified', () => {
  expect(people[0]?.group).toBe('owner')
  expect([count('owner'), count('administrator'), count('moderator')]).toEqual([1, 2, 3])
  expect(count('verified')).toBeGreaterThan(20)
})

test('the password is long enough for people with keys to the back office', () => {
  expect(demoPassword.length).toBeGreaterThanOrEqual(accountLimits.passwordMinAdmin)
})

test('people joined over two years, and nobody was seen before they joined', () => {
  const joined = people.map(({ joinedDaysAgo }) => joinedDaysAgo)

  expect(Math.max(...joined)).toBeGreaterThan(700)
  expect(Math.min(...joined)).toBeLessThan(100)
  for (const { joinedDaysAgo, lastSeenDaysAgo } of people)
    expect(lastSeenDaysAgo).toBeLessThanOrEqual(joinedDaysAgo)
})

function count(group: DemoGroup): number {
  return people.filter((person) => person.group === group).length
}
