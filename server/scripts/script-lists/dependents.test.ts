import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const manifest = (lines = '') => `fx_version 'cerulean'\ngame 'gta5'\nserver_script 's.lua'\n${lines}\n`

/** An archive with a resource for each name. */
function archiveOf(resources: Record<string, string>) {
  const members = Object.entries(resources).flatMap(([name, lines]) => [
    { name: `${name}/fxmanifest.lua`, content: manifest(lines) },
    { name: `${name}/s.lua`, content: `print('${name}')` },
  ])
  return { fileName: 'a.zip', content: zipOf(members) }
}

async function submit(resources: Record<string, string>, name = 'Library'): Promise<{ id: number }> {
  const form = await scriptForm({ name }, { archive: archiveOf(resources) })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)
  return body
}

async function addVersion(id: number, number: string, resources: Record<string, string>): Promise<void> {
  const form = editForm({ number }, { archive: archiveOf(resources) })
  expect((await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)).status).toBe(201)
  await analyseAll(app)
}

const get = (path: string, etag?: string) =>
  app.request(null, 'GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag })
const dependentsOf = async ({ id }: { id: number }, query = '') =>
  (await get(`/api/scripts/${id}/dependents${query}`)).body
const idsOf = ({ scripts }: { scripts: { id: number }[] }) => scripts.map(({ id }) => id)

/** Published scripts that need a resource, the first one downloaded least. */
async function insertDependents(resource: string, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let downloads = 1; downloads <= count; downloads++) {
    const id = await insertTestScript(app, { author, name: `Needs ${resource} ${downloads}`, downloads })
    await app.db.execute(sql`insert into script_needs (name, script_id) values (${resource}, ${id})`)
    ids.push(id)
  }
  return ids
}

test('dependents of a script that does not exist or is hidden are not found', async () => {
  const hidden = await insertTestScript(app, { author, publication: 'review' })
  for (const id of [999_999, hidden]) {
    expect((await get(`/api/scripts/${id}/dependents`)).status).toBe(404)
    const page = await get(`/scripts/${id}/dependents`)
    expect(page.status).toBe(404)
    expect(page.body).toContain('name="robots" content="noindex"')
  }
  expect((await get(`/api/scripts/${hidden}/dependents?page=0`)).status).toBe(400)
})

test('a script lists the scripts that need one of its resources', async () => {
  const library = await submit({ my_lib: "provide 'other_lib'", extra: "dependency 'my_lib'" })
  const user = await submit({ shop: "dependencies { 'other_lib', 'my_lib', 'oxmysql' }" }, 'Shop')

  expect(await dependentsOf(library)).toMatchObject({
    scripts: [{ id: user.id }],
    pagination: { total: 1, page: 1 },
  })
  expect(await dependentsOf(user)).toMatchObject({ scripts: [], pagination: { total: 0 } })
  expect(idsOf((await get('/api/scripts?needs=oxmysql')).body)).toEqual([user.id])

  await app.request(author, 'DELETE', `/api/scripts/${user.id}`)
  expect(await dependentsOf(library)).toMatchObject({ scripts: [], pagination: { total: 0 } })
})

test('dependents are paged, most downloaded first, without hidden scripts', async () => {
  const library = await submit({ paged_lib: '' })
  const ids = (await insertDependents('paged_lib', 14)).reverse()
  const hidden = await insertTestScript(app, { author, publication: 'review', downloads: 99 })
  await app.db.execute(sql`insert into script_needs (name, script_id) values ('paged_lib', ${hidden})`)

  const [first, second, beyond] = [
    await dependentsOf(library),
    await dependentsOf(library, '?page=2'),
    await dependentsOf(library, '?page=3'),
  ]
  expect(idsOf(first)).toEqual(ids.slice(0, 12))
  expect(first.pagination).toMatchObject({ page: 1, limit: 12, total: 14, totalPages: 2 })
  expect(idsOf(second)).toEqual(ids.slice(12))
  expect(beyond).toMatchObject({ scripts: [], pagination: { total: 14 } })
})

test('the page of dependents is in the HTML, and one beyond the end shows the last one', async () => {
  const library = await submit({ shown_lib: '' }, 'Shown Library')
  const path = `/scripts/${library.id}/dependents`
  expect((await get(path)).body).toContain('No script needs this one')

  await insertDependents('shown_lib', 13)
  const first = await get(path)
  expect(first.status).toBe(200)
  expect(first.body).toContain('<title>Used by: Shown Library · Scripthaven</title>')
  expect(first.body).toContain(`rel="canonical" href="https://hub.example${path}"`)
  expect(first.body).toContain('Needs shown_lib 13')
  expect(first.body).not.toContain('Needs shown_lib 1<')
  const second = await get(`${path}?page=2`)
  expect(second.body).toContain('<title>Used by: Shown Library, page 2 · Scripthaven</title>')
  expect(second.body).toContain(`rel="canonical" href="https://hub.example${path}?page=2"`)
  expect(second.body).toContain('Needs shown_lib 1<')
  expect((await get(`${path}?page=9`)).body).toContain('Needs shown_lib 1<')
})

test('a change on either side is visible in the next response', async () => {
  const library = await submit({ core_lib: '' })
  const user = await submit({ garage: "dependency 'core_lib'" }, 'Garage of the docks')
  const urls = [`/api/scripts/${library.id}/dependents`, `/scripts/${library.id}/dependents`]
  const shown = async () => {
    const bodies = await Promise.all(urls.map(async (url) => JSON.stringify((await get(url)).body)))
    return bodies.map((body) => body.includes('Garage of the docks'))
  }
  expect(await shown()).toEqual([true, true])
  const { headers } = await get(`/api/scripts/${library.id}/dependents`)
  const etag = headers.get('etag') ?? ''
  expect((await get(`/api/scripts/${library.id}/dependents`, etag)).status).toBe(304)

  await addVersion(library.id, '2.0.0', { renamed_lib: '' })
  expect(await shown()).toEqual([false, false])
  await addVersion(user.id, '2.0.0', { garage: "dependency 'renamed_lib'" })
  expect(await shown()).toEqual([true, true])
  await addVersion(user.id, '3.0.0', { garage: '' })
  expect(await shown()).toEqual([false, false])
})
