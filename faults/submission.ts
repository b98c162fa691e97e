import { randomBytes } from 'node:crypto'

import { zipOf } from '#platform/testing-archives/zip.ts'
import { picture, scriptForm } from '#server/scripts/testing-forms.ts'

let pictures: Promise<{ content: Buffer }[]> | undefined

/** A script to submit, with an archive of its own and two pictures. */
export async function submission(
  name: string,
  archiveSize = 2_000,
): Promise<{ form: FormData; archive: Buffer }> {
  pictures ??= Promise.all([picture(), picture()]).then((all) => all.map((content) => ({ content })))
  const archive = archiveOf(archiveSize)
  const form = await scriptForm(
    { name },
    { archive: { fileName: 'script.zip', content: archive }, images: await pictures },
  )
  return { form, archive }
}

/** A good archive of about this many bytes, no two alike. */
export function archiveOf(size: number): Buffer {
  return zipOf([{ name: 'script/client.lua', content: randomBytes(size) }])
}
