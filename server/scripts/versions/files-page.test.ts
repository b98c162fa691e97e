import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const manifest = "fx_version 'cerulean'\ngame 'gta5'\n"

/** The pages of an archive with a manifest and so many models. */
async function submit(models: number) {
  const members = Array.from({ length: models }, (_, n) => ({ name: `hud/stream/${n}.ydr`, content: 'RSC7' }))
  const content = zipOf([...members, { name: 'hud/fxmanifest.lua', content: manifest }])
  const form = await scriptForm({}, { archive: { fileName: 'hud.zip', content } })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)
  return (path: string) => app.request(null, 'GET', `/scripts/${body.id}/files/${path}`)
}

test.each([
  ['a small archive', 10],
  ['an archive whose list of files is too long for the page', 1000],
])(
  'the page of a file of %s has its text, and a path that it does not have is not found',
  async (_, models) => {
    const open = await submit(models)

    expect((await open('hud/lost.lua')).status).toBe(404)
    expect((await open('hud/stream/1')).status).toBe(404)
    expect((await open('hud/stream')).status).toBe(200)
    expect((await open('')).status).toBe(200)
    const { status, body } = await open('hud/fxmanifest.lua')
    expect(status).toBe(200)
    expect(body).toContain('<span id="L1">fx_version &#x27;cerulean&#x27;</span>')
    expect(String(body).length).toBeLessThan(50_000)
  },
)
