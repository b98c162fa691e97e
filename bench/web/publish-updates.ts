import { setTimeout as sleep } from 'node:timers/promises'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import { signIn, type TestUser } from '#test-support/users.ts'

import { demoPassword, users } from '../../demo/users.ts'

const folder = 'harbour-bank'
/** For all archives of the demo. */
const analysesMaxSeconds = 900

/** Gives the first script of the demo a second version and a script that needs it, unless it has them. */
export async function publishUpdates(url: string): Promise<void> {
  const get = async (path: string) => (await requireSuccess(url, null, 'GET', path)).body
  const { versionCount, image, author: username } = await get('/api/scripts/1')
  if (versionCount > 1) return
  const email = users.find((user) => user.username === username)?.email ?? ''
  const author = await signIn(url, { username, email, password: demoPassword })
  await submitDependent(url, author, await fetch(new URL(image, url)))
  // The archive is analysed after those of the demo.
  await until(async () => (await get('/api/scripts/1/dependents')).pagination.total > 0)
  const form = formOf({ changelog: '- Loans\n- A limit of transfers' }, archiveOf(folder, '2.9.0'))
  await requireSuccess(url, author, 'POST', '/api/scripts/1/versions', form)
  await until(async () => (await get('/api/scripts/1')).versionCount > 1)
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let second = 0; second < analysesMaxSeconds; second++) {
    if (await isDone()) return
    await sleep(1000)
  }
  throw new Error(`The archives were not analysed within ${analysesMaxSeconds} s`)
}

async function submitDependent(url: string, author: TestUser, cover: Response): Promise<void> {
  const fields = {
    name: 'Harbour Loans',
    description: 'Loans for the customers of a bank.',
    category: 'Scripts',
    script_status: 'Readable',
    version: '1.0.0',
    tags: '["banking"]',
  }
  const form = formOf(fields, archiveOf('harbour-loans', '1.0.0', `dependency '${folder}'`))
  form.append('images', await cover.blob(), 'cover.webp')
  await requireSuccess(url, author, 'POST', '/api/scripts', form)
}

function formOf(fields: Record<string, string>, archive: Blob): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('scriptFile', archive, 'archive.zip')
  return form
}

function archiveOf(resource: string, version: string, dependency = ''): Blob {
  const files = {
    'fxmanifest.lua': `fx_version 'cerulean'\ngame 'gta5'\nversion '${version}'\n${dependency}\nserver_script 'server/main.lua'\n`,
    'config.lua': `Config = {\n  locale = 'en',\n  limit = 500,\n}\n`,
    'server/main.lua': `RegisterNetEvent('${resource}:pay', function(amount)\n  TriggerEvent('${resource}:paid', source, amount)\nend)\n`,
  }
  const members = Object.entries(files).map(([path, content]) => ({ name: `${resource}/${path}`, content }))
  return new Blob([new Uint8Array(zipOf(members))], { type: 'application/zip' })
}
