import { randomBytes } from 'node:crypto'

import { zipOf } from '#test-support/archives/zip.ts'
import { createPng, scriptForm } from '#test-support/script-forms.ts'

let testImages: Promise<{ content: Buffer }[]> | undefined

/** A submission with its own archive and two images. */
export async function submission(
  name: string,
  archiveSize = 2_000,
): Promise<{ form: FormData; archive: Buffer }> {
  testImages ??= Promise.all([createPng(), createPng()]).then((all) => all.map((content) => ({ content })))
  const archive = archiveOf(archiveSize)
  const form = await scriptForm(
    { name },
    { archive: { fileName: 'script.zip', content: archive }, images: await testImages },
  )
  return { form, archive }
}

/** A valid archive of about this many bytes, with random content. */
export function archiveOf(size: number): Buffer {
  return zipOf([{ name: 'script/client.lua', content: randomBytes(size) }])
}
