import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkTypes, generateClients } from '#test-support/api-clients.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { createPng } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
let clients: Awaited<ReturnType<typeof generateClients>>

beforeAll(async () => {
  const { body } = await app.request(null, 'GET', '/api/openapi.json')
  clients = await generateClients(body)
})
afterAll(() => clients.remove())

test('the generated clients and the programs that use them have no type errors', async () => {
  expect(await checkTypes(clients.folder)).toBe('')
})

test.each(['openapi-fetch', 'openapi-ts'])(
  'a client of %s signs in, submits a script with an archive and an image, lists it and gets its download link',
  async (name) => {
    const author = await app.registerUser(`author-of-${name}`)
    await app.joinGroup(author.id, `authors of ${name}`, 700, ['scripts.upload', 'scripts.download'])
    const content = zipOf([{ name: 'garage/client.lua', content: `print('${name}')` }])
    const archive = new File([new Uint8Array(content)], 'garage.zip', { type: 'application/zip' })
    const image = new File([new Uint8Array(await createPng())], 'cover.png', { type: 'image/png' })
    const { email, password } = author

    const { runClient } = await import(`${clients.folder}/${name}.ts`)
    const done = await runClient(app.url, { email, password }, { name: `Garage ${name}`, archive, image })

    expect(done.rejected).toBe('unauthenticated')
    expect(done.script).toMatchObject({
      author: author.username,
      category: 'Cars',
      images: [expect.any(String)],
    })
    expect(done.listed).toContain(`Garage ${name}`)
    const download = await fetch(new URL(done.downloadUrl, app.url))
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
  },
)
