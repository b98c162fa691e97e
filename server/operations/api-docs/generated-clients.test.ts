import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkTypes, generateClients } from '#test-support/api-clients.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { createPng } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
let clients: Awaited<ReturnType<typeof generateClients>>
let document: { paths: Record<string, Record<string, { security?: object[] }>> }

beforeAll(async () => {
  const { body } = await app.request(null, 'GET', '/api/openapi.json')
  document = body
  clients = await generateClients(document)
})
afterAll(() => clients.remove())

test('the generated clients and the programs that use them have no type errors', async () => {
  expect(await checkTypes(clients.folder)).toBe('')
})

test.each(['openapi-fetch', 'openapi-ts'])(
  'a client of %s signs in, submits a script, lists it, gets its download link, and sends the token where it is optional',
  async (name) => {
    const author = await app.registerUser(`author-of-${name}`)
    const permissions = ['scripts.upload', 'scripts.download', 'scripts.rate'] as const
    await app.joinGroup(author.id, `authors of ${name}`, 700, [...permissions])
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
    // The token of this call is optional: a client that does not declare it would get the reply for visitors.
    expect([done.isLiked, done.isLikedForVisitors]).toEqual([true, false])
    expect(done.listed).toContain(`Garage ${name}`)
    const download = await fetch(new URL(done.downloadUrl, app.url))
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
  },
)

test('the client of openapi-ts declares the token for every call that takes one, and for no other', async () => {
  const code = await readFile(`${clients.folder}/sdk/sdk.gen.ts`, 'utf8')
  const declared = code.split('export const ').flatMap((call) => {
    const [, method] = /client\)\.(\w+)</.exec(call) ?? []
    const [, path] = /url: '([^']+)'/.exec(call) ?? []
    return method && path ? [`${method} ${path}: ${call.includes("scheme: 'bearer'")}`] : []
  })
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      method === 'parameters' ? [] : `${method} ${path}: ${!!security?.length}`,
    ),
  )

  expect(declared.length).toBeGreaterThan(150)
  expect(declared.toSorted()).toEqual(described.toSorted())
})
