import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'

import { screenshot, smallArchive, zipFile, type ChosenFile } from './author-files.ts'
import { registerAuthor, signInPage } from './people.ts'

export const description = 'A towing job with a flatbed, a depot and a bill for whoever parked badly.'

export const submitForm = (page: Page) => page.getByRole('form', { name: 'Submit Script' })

/** The field for the archive, or for the pictures: they are reached by their labels as any other. */
export const archiveField = (form: Locator) => form.getByLabel('Script file', { exact: true })
export const imagesField = (form: Locator) => form.getByLabel('Images', { exact: true })

export const tagsField = (form: Locator) => form.getByRole('textbox', { name: 'Tags' })
export const sendButton = (form: Locator) => form.getByRole('button', { name: 'Submit Script' })

/** Fills in everything that a script needs; what is given is taken instead. */
export async function fillIn(
  form: Locator,
  fields: { name: string; category?: string; version?: string; tags?: string },
  files: { archive?: ChosenFile; images?: ChosenFile[] } = {},
): Promise<void> {
  await form.getByLabel('Script name').fill(fields.name)
  await form.getByLabel('Description').fill(description)
  await form.getByLabel('Status').selectOption('Readable')
  await form.getByLabel('Category').selectOption(fields.category ?? 'Jobs')
  await form.getByLabel('Version').fill(fields.version ?? '')
  await tagsField(form).fill(fields.tags ?? '')
  await archiveField(form).setInputFiles(files.archive ?? zipFile('towing.zip', smallArchive()))
  await imagesField(form).setInputFiles(files.images ?? [await screenshot('cover.jpg')])
}

/** The form as an author sees it who has just opened the page. */
export async function openForm(page: Page, request: APIRequestContext) {
  const author = await registerAuthor(request)
  await signInPage(page, author)
  await page.goto('/submit')
  const form = submitForm(page)
  await expect(form).toBeVisible()
  return { author, form }
}

export const published = (page: Page) => page.getByRole('heading', { name: 'Script submitted successfully!' })

/** How many scripts of somebody are published. */
export async function scriptsOf(request: APIRequestContext, author: { username: string }): Promise<number> {
  const answer = await request.get(`/api/scripts?author=${author.username}&limit=1`)
  return (await answer.json()).pagination.total
}
