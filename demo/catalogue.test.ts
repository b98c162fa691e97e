import { expect, test } from 'vitest'

import { fixedCategories } from '#contract/categories.ts'
import { imagesProblem, ScriptDraft, scriptLimits } from '#contract/script-fields.ts'

import { catalogue, type DemoScript } from './catalogue.ts'
import { people } from './people.ts'

test('every script is what the submit form takes, and loses nothing on the way', () => {
  for (const { name, description, status, category, version, tags } of catalogue) {
    const sent = { name, description, script_status: status, category, version, tags: JSON.stringify(tags) }
    expect(ScriptDraft.parse(sent)).toEqual({ ...sent, tags })
  }
})

test('about two hundred scripts fill every category, each name once', () => {
  const names = new Set(catalogue.map(({ name }) => name))
  const categories = new Set(catalogue.map(({ category }) => category))

  expect(catalogue.length).toBeGreaterThanOrEqual(190)
  expect(names.size).toBe(catalogue.length)
  expect(categories).toEqual(new Set(fixedCategories))
  expect(new Set(catalogue.map(({ status }) => status)).size).toBe(2)
})

test('nobody uploads before they join, likes their own work, or likes more than they look', () => {
  const byName = new Map(people.map((person) => [person.username, person]))
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

test('the oldest comes first, so that ids grow with time, and the site is two years old', () => {
  const ages = catalogue.map(({ daysAgo }) => daysAgo)

  expect(ages).toEqual(ages.toSorted((one, other) => other - one))
  expect(ages[0]).toBeGreaterThan(600)
  expect(ages.at(-1)).toBeLessThan(1)
})

test('fame has a long tail: a tenth of the scripts has more than half of the downloads', () => {
  const downloads = catalogue.map((script) => script.downloads).toSorted((one, other) => other - one)

  expect(sum(downloads.slice(0, catalogue.length / 10))).toBeGreaterThan(sum(downloads) / 2)
})

test('every script has one to five pictures, and those of others that it borrows exist', () => {
  const names = new Set(catalogue.map(({ name }) => name))
  for (const { cover, moreLike } of catalogue) {
    const pictures = [cover, ...moreLike].map(() => ({ type: `image/${cover.format}`, size: 1 }))
    expect(imagesProblem(pictures)).toBeUndefined()
    expect(moreLike.every((name) => names.has(name))).toBe(true)
  }
})

test('the far ends of what is allowed are all there', () => {
  const { nameMax, nameMin, descriptionMax, descriptionMin, versionMax, imagesMax } = scriptLimits

  expect(some(({ name }) => name.length === nameMax)).toBe(true)
  expect(some(({ name }) => name.length === nameMin)).toBe(true)
  expect(some(({ name }) => /\p{Extended_Pictographic}/u.test(name))).toBe(true)
  expect(some(({ name }) => /^\p{Script=Arabic}/u.test(name))).toBe(true)
  expect(some(({ name }) => /^\p{Script=Hebrew}/u.test(name))).toBe(true)
  expect(some(({ description }) => description.length === descriptionMax && !/\s/.test(description))).toBe(
    true,
  )
  expect(some(({ description }) => description.length === descriptionMin)).toBe(true)
  expect(some(({ version }) => version.length === versionMax)).toBe(true)
  expect(some(({ tags }) => tags.length === 0)).toBe(true)
  expect(some(({ moreLike }) => moreLike.length === imagesMax - 1)).toBe(true)
  expect(some(({ moreLike }) => moreLike.length === 0)).toBe(true)
  expect(some(({ cover }) => cover.width < 100)).toBe(true)
  expect(some(({ cover }) => cover.height > cover.width)).toBe(true)
})

test('no two of the newest twelve look alike', () => {
  const page = catalogue
    .slice(-scriptLimits.pageSize)
    .map(({ cover }) => `${cover.scene} ${cover.variation % 8}`)

  expect(new Set(page).size).toBe(scriptLimits.pageSize)
})

function sum(list: readonly number[]): number {
  return list.reduce((total, count) => total + count, 0)
}

function some(is: (script: DemoScript) => boolean): boolean {
  return catalogue.some(is)
}
