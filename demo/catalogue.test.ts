import { expect, test } from 'vitest'

import { fixedCategories } from '#contract/scripts/categories.ts'
import { ScriptDraft, scriptLimits } from '#contract/scripts/script-fields.ts'
import { type ScriptSort } from '#contract/scripts/script-limits.ts'

import { catalogue, type DemoScript } from './catalogue.ts'
import { users } from './users.ts'

test('the submit form accepts every script without changing a field', () => {
  for (const { name, description, status, category, version, tags } of catalogue) {
    const fields = { name, description, script_status: status, category, version, tags: JSON.stringify(tags) }
    expect(ScriptDraft.parse(fields)).toEqual({ ...fields, tags })
  }
})

test('about 200 scripts with unique names cover every category and status', () => {
  expect(catalogue.length).toBeGreaterThanOrEqual(190)
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length)
  expect(new Set(catalogue.map(({ category }) => category))).toEqual(new Set(fixedCategories))
  expect(new Set(catalogue.map(({ status }) => status)).size).toBe(2)
})

test('authors join before they upload and do not like their own scripts; views exceed downloads and likes', () => {
  const byName = new Map(users.map((user) => [user.username, user]))
  for (const { author, daysAgo, likedBy, views, downloads, updatedDaysAgo } of catalogue) {
    expect(byName.get(author)?.joinedDaysAgo).toBeGreaterThan(daysAgo)
    expect(byName.get(author)?.group).not.toBe('member')
    expect(likedBy).not.toContain(author)
    expect(new Set(likedBy).size).toBe(likedBy.length)
    expect(views).toBeGreaterThan(downloads)
    expect(views).toBeGreaterThanOrEqual(likedBy.length)
    expect(updatedDaysAgo).toBeLessThanOrEqual(daysAgo)
    expect(daysAgo).toBeGreaterThan(0)
  }
})

test('scripts are sorted from two years ago to today', () => {
  const ages = catalogue.map(({ daysAgo }) => daysAgo)

  expect(ages).toEqual(ages.toSorted((one, other) => other - one))
  expect(ages[0]).toBeGreaterThan(600)
  expect(ages.at(-1)).toBeLessThan(1)
})

test('a tenth of the scripts has more than half of the downloads', () => {
  const downloads = catalogue.map((script) => script.downloads).toSorted((one, other) => other - one)

  expect(sum(downloads.slice(0, catalogue.length / 10))).toBeGreaterThan(sum(downloads) / 2)
})

const { nameMax, nameMin, descriptionMax, descriptionMin, versionMax, imagesMax } = scriptLimits

test.each<[string, (script: DemoScript) => boolean]>([
  ['the longest name', ({ name }) => name.length === nameMax],
  ['the shortest name', ({ name }) => name.length === nameMin],
  ['emoji in its name', ({ name }) => /\p{Extended_Pictographic}/u.test(name)],
  ['an Arabic name', ({ name }) => /^\p{Script=Arabic}/u.test(name)],
  ['a Hebrew name', ({ name }) => /^\p{Script=Hebrew}/u.test(name)],
  [
    'the longest description, as one word',
    ({ description }) => description.length === descriptionMax && !/\s/.test(description),
  ],
  ['the shortest description', ({ description }) => description.length === descriptionMin],
  ['the longest version', ({ version }) => version.length === versionMax],
  ['no tags', ({ tags }) => tags.length === 0],
  ['the most images', ({ furtherImages }) => furtherImages.length === imagesMax - 1],
  ['one image', ({ furtherImages }) => furtherImages.length === 0],
])('a script has %s', (_, matches) => {
  expect(catalogue.some(matches)).toBe(true)
})

// `popular` sorts by downloads too; `trending` and `updated` depend on the day.
const sortKeys: Record<
  Exclude<ScriptSort, 'popular' | 'trending' | 'updated'>,
  (script: DemoScript) => number
> = {
  newest: ({ daysAgo }) => -daysAgo,
  downloads: ({ downloads }) => downloads,
  views: ({ views }) => views,
}

test.each(Object.entries(sortKeys))(
  'scripts in two consecutive rows of a list sorted by %s have different covers',
  (_, keyOf) => {
    const twoRows = 8
    for (const filter of [undefined, ...fixedCategories]) {
      const covers = catalogue
        .filter(({ category }) => filter === undefined || category === filter)
        .toReversed()
        .toSorted((one, other) => keyOf(other) - keyOf(one))
        .map(({ cover }) => cover)
      for (const start of covers.keys()) {
        const visible = covers.slice(start, start + twoRows)
        expect(new Set(visible).size).toBe(visible.length)
      }
    }
  },
)

function sum(list: readonly number[]): number {
  return list.reduce((total, count) => total + count, 0)
}
