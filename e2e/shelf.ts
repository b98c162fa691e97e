import { randomBytes } from 'node:crypto'

import type { Page } from '@playwright/test'

import { registerUploader, submitScript, type RegisteredUser } from './users.ts'

const perCategory = { Cars: 50, Jobs: 9, Weapons: 2 }

/** 61 scripts of one author in three categories, with a tag and a word that no other script has. */
export async function createShelf(): Promise<Shelf> {
  const word = `shelf${randomBytes(4).toString('hex')}`
  const author = await registerUploader()
  const wanted = Object.entries(perCategory).flatMap(([category, count]) =>
    Array.from({ length: count }, (_, index) => ({ category, index })),
  )
  const total = wanted.length
  const submitNext = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift())
      await submitScript(author, {
        name: `${word} ${next.category} ${next.index + 1}`,
        category: next.category,
        tags: [word, 'second', 'third', 'fourth', 'fifth'],
        script_status: next.index < 2 ? 'Decrypted' : 'Readable',
      })
  }
  await Promise.all(Array.from({ length: 4 }, submitNext))
  return { word, author, perCategory, total }
}

export type Shelf = {
  word: string
  author: RegisteredUser
  perCategory: Record<string, number>
  total: number
}

export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Scripts', exact: true }).getByRole('article')
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: new RegExp(`^${name}`) })
export const pages = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })
export const search = (page: Page) =>
  page.getByRole('main').getByRole('searchbox', { name: 'Search scripts' })
