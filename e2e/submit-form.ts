import { expect, type Locator, type Page } from '@playwright/test'

import { screenshot, smallArchive, zipFile, type ChosenFile } from './author-files.ts'
import { registerUploader, signInPage } from './users.ts'

export const description = 'A towing job with a flatbed, a depot and a bill for bad parking.'

export const submitForm = (page: Page) => page.getByRole('form', { name: 'Submit Script' })

export const archiveField = (form: Locator) => form.getByLabel('Script file', { exact: true })
export const imagesField = (form: Locator) => form.getByLabel('Images', { exact: true })

/** The tiles of the images that the form sends. */
export const chosenImages = (form: Locator) =>
  form.getByRole('list', { name: 'Images, in their order' }).getByRole('listitem')

export const tagsField = (form: Locator) => form.getByRole('textbox', { name: 'Tags' })
export const sendButton = (form: Locator) => form.getByRole('button', { name: 'Submit Script' })

/** Fills in all required fields. */
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
  // The form reads the beginning of each file before it takes it.
  await expect(chosenImages(form).first()).toBeVisible()
}

/** Signs in as a new uploader and opens the form. */
export async function openForm(page: Page) {
  const author = await registerUploader()
  await signInPage(page, author)
  await page.goto('/submit')
  const form = submitForm(page)
  await expect(form).toBeVisible()
  return { author, form }
}

export const published = (page: Page) => page.getByRole('heading', { name: 'Script submitted successfully!' })
