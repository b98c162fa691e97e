import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { zipOf } from '#test-support/archives/zip.ts'
import { isReady, requireSuccess, sendRequest } from '#test-support/http-client.ts'
import { createPng, editForm, scriptForm } from '#test-support/script-forms.ts'
import { lostReplies } from '#test-support/tcp-proxy.ts'
import { registerUploader, registerUser, signIn, type RegisteredUser } from '#test-support/users.ts'
import { openDistantDatabase, type DistantDatabase } from './distant-database.ts'
import { total, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { until, within } from './waiting.ts'

/** The statement that only the transaction of the interrupted call has. */
const insertsVersion = /insert into "script_versions"/
const insertsImage = /insert into "script_images"/
// Not every update of a user: a job that publishes a script updates its author too.
const updatesAvatar = /"avatar" = \$/
const updatesUpload = /update "uploads"/
const storesPack = /"pack_key" =/
const updatesTeam = /update "teams"/
const storesExport = /update "account_exports"/

/** One write with files. `write` returns its status; `isComplete` requires every file that its rows reference. */
type Write = {
  name: string
  pattern: RegExp
  /** What must be there before. */
  prepare?: (name: string) => Promise<unknown>
  write: (name: string) => Promise<number>
  isComplete: (name: string) => Promise<boolean>
}

export const lostCommit: Fault = {
  figure: 'F20',
  name: 'the database commits a write with files, and its reply is lost or never arrives',
  bar: 'no file that a row references is removed; a backup is complete or reports an error',
  iterations: { short: 1, long: 20 },
  async run(env, iterations) {
    const distant = await openDistantDatabase()
    try {
      const site = await env.site({ DATABASE_URL: distant.url })
      await site.start()
      const author = await registerUploader(site.url(), await signIn(site.url(), site.owner), 'uploader')
      const writes = writesOf(site, author)
      let lost = 0
      let accepted = 0
      let interrupted = 0
      for (const how of lostReplies)
        for (const { name, pattern, prepare, write, isComplete } of writes)
          for (let round = 0; round < iterations; round++) {
            const title = `${name} ${how} ${round}`
            await prepare?.(title)
            const committed = distant.proxy.interruptCommit(pattern, how)
            const status = await write(title)
            await within(60_000, `${title}: the transaction did not commit`, committed)
            interrupted += 1
            if (status < 500 && status !== 0) {
              accepted += 1
              env.log(`Responded with ${status}: ${title}`)
            }
            await until(() => isReady(site.url()), 60_000, 'The app was not ready again')
            if (!(await isComplete(title))) {
              lost += 1
              env.log(`Lost: ${title}`)
            }
          }
      const audit = await site.command('check-files')
      const backups = await interruptBackups(site, distant, iterations)
      return {
        'commits without a reply': total(interrupted, '', { atLeast: iterations }),
        'calls that reported success': total(accepted, '', { atMost: 0 }),
        'writes that lost a file': total(lost, '', { atMost: 0 }),
        'missing in check-files': total(audit.output.match(/ is missing$/gm)?.length ?? 0, '', { atMost: 0 }),
        'backups interrupted': total(backups.interrupted, '', { atLeast: iterations }),
        'incomplete backups': total(backups.incomplete, '', { atMost: 0 }),
      }
    } finally {
      await distant.remove()
    }
  },
}

/** An archive that is analysed, because no other archive is equal. */
const archive = () => ({
  fileName: 'script.zip',
  content: zipOf([{ name: 'script/client.lua', content: `print('${randomUUID()}')` }]),
})

const images = async () => [{ content: await createPng() }, { content: await createPng() }]

async function imageForm(field: string): Promise<FormData> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(await createPng())], { type: 'image/png' }), 'image.png')
  return form
}

const formOf = (name: string) => scriptForm({ name }, { archive: archive() })

function writesOf(site: Site, author: RegisteredUser): Write[] {
  const url = site.url()
  const statusOf = async (...call: [method: string, path: string, body?: FormData]) =>
    (await sendRequest(url, author, ...call)).status
  const read = async (path: string) => (await requireSuccess(url, author, 'GET', path)).body
  /** The scripts that an edit or a version of this name changes. */
  const scripts = new Map<string, number>()
  const create = async (name: string) => {
    const { body } = await requireSuccess(url, author, 'POST', '/api/scripts', await formOf(name))
    scripts.set(name, body.id)
  }
  const uploads = new Map<string, { path: string; fileKey: string; content: Uint8Array<ArrayBuffer> }>()
  const openUpload = async (name: string) => {
    const { fileName, content } = archive()
    const { body } = await requireSuccess(url, author, 'POST', '/api/scripts/upload-url', { fileName })
    uploads.set(name, { path: body.uploadUrl, fileKey: body.fileKey, content: new Uint8Array(content) })
  }
  /** One for all rounds: a user owns ten at most. */
  let team: number | undefined
  const createTeam = async () => {
    const draft = { name: 'Lost-image', text: '', links: [] }
    team ??= (await requireSuccess(url, author, 'POST', '/api/teams', draft)).body.id
  }
  const exporters = new Map<string, RegisteredUser>()
  const pathOf = (name: string) => `/api/scripts/${scripts.get(name)}`
  const isServed = async (paths: readonly string[]) => {
    const statuses = await Promise.all(paths.map((path) => statusOf('GET', path)))
    return statuses.every((status) => status === 200)
  }
  const filesOf = async (path: string) => {
    const [script, link] = [await read(path), await read(`${path}/download`)]
    return { script, isComplete: await isServed([link.downloadUrl, ...script.images]) }
  }
  /** The change is in the database, and so are its files in the store. */
  const hasChange = async (
    name: string,
    isChanged: (script: { version: string; images: string[] }) => boolean,
  ) => {
    const { script, isComplete } = await filesOf(pathOf(name))
    return isChanged(script) && isComplete
  }

  return [
    {
      name: 'submission',
      pattern: insertsVersion,
      write: async (name) => statusOf('POST', '/api/scripts', await formOf(name)),
      async isComplete(name) {
        const { scripts: own } = await read('/api/scripts/my-scripts')
        const script = own.find((item: { name: string }) => item.name === name)
        return script !== undefined && (await filesOf(`/api/scripts/${script.id}`)).isComplete
      },
    },
    {
      name: 'direct upload',
      pattern: updatesUpload,
      prepare: openUpload,
      async write(name) {
        const { path = '', content } = uploads.get(name) ?? {}
        return (await sendRequest(url, null, 'PUT', path, content)).status
      },
      async isComplete(name) {
        const { fileKey = '', content } = uploads.get(name) ?? {}
        const form = await scriptForm({ name, fileKey, fileSize: String(content?.length) }, { archive: null })
        const { status, body } = await sendRequest(url, author, 'POST', '/api/scripts', form)
        return status === 201 && (await filesOf(`/api/scripts/${body.id}`)).isComplete
      },
    },
    {
      name: 'version',
      pattern: insertsVersion,
      prepare: create,
      write: (name) =>
        statusOf('POST', `${pathOf(name)}/versions`, editForm({ number: '2.0.0' }, { archive: archive() })),
      isComplete: (name) => hasChange(name, ({ version }) => version === '2.0.0'),
    },
    {
      name: 'edit of the archive',
      pattern: insertsVersion,
      prepare: create,
      write: (name) => statusOf('PUT', pathOf(name), editForm({ version: '2.0.0' }, { archive: archive() })),
      isComplete: (name) => hasChange(name, ({ version }) => version === '2.0.0'),
    },
    {
      name: 'edit of the images',
      pattern: insertsImage,
      prepare: create,
      write: async (name) => statusOf('PUT', pathOf(name), editForm({}, { images: await images() })),
      isComplete: (name) => hasChange(name, (script) => script.images.length === 2),
    },
    {
      name: 'avatar',
      pattern: updatesAvatar,
      write: async () => statusOf('PUT', '/api/users/me', await imageForm('avatar')),
      isComplete: async () => isServed([(await read('/api/users/me')).avatar_url]),
    },
    {
      name: 'image of a team',
      pattern: updatesTeam,
      prepare: createTeam,
      write: async () => statusOf('PUT', `/api/teams/${team}/image`, await imageForm('image')),
      isComplete: async () => isServed([(await read('/api/team-pages/lost-image')).image]),
    },
    {
      name: 'export of own data',
      pattern: storesExport,
      // One a day: each is of another user. It is a job, as the analysis is.
      async write(name) {
        const user = await registerUser(url, `export-${exporters.size}`)
        exporters.set(name, user)
        await requireSuccess(url, user, 'POST', '/api/account/export')
        return 0
      },
      async isComplete(name) {
        const user = exporters.get(name) ?? author
        const exported = async () =>
          (await requireSuccess(url, user, 'GET', '/api/account/own-data')).body.export
        await until(async () => (await exported()).state === 'ready', 240_000, 'The export was not written')
        return isServed([(await exported()).downloadUrl])
      },
    },
    {
      name: 'pack of an analysis',
      pattern: storesPack,
      // The analysis is a job: the call that requests it succeeds, so this is no status of a lost reply.
      write: async (name) => create(name).then(() => 0),
      async isComplete(name) {
        const { versionId } = await read(pathOf(name))
        const isRead = async () => (await read(`/api/versions/${versionId}/report`)).state === 'done'
        await until(isRead, 240_000, 'The archive was not read')
        const { files } = await read(`/api/versions/${versionId}/files`)
        return (
          files.length > 0 &&
          isServed(files.map(({ n }: { n: number }) => `/files/content/${versionId}/${n}`))
        )
      },
    },
  ]
}

/** The connections of a backup end or fall silent while it copies rows: nothing or a complete folder is left. */
async function interruptBackups(site: Site, { proxy }: DistantDatabase, iterations: number) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-backups-')))
  let [interrupted, incomplete] = [0, 0]
  try {
    for (const how of lostReplies)
      for (let round = 0; round < iterations; round++) {
        const path = join(folder, `backup-${how}-${round}`)
        const command = site.command('backup', path)
        // Each round lets the backup get further.
        const begun = async () => existsSync(`${path}.partial`) || existsSync(path)
        await until(begun, 60_000, 'The backup did not begin')
        await new Promise((resolve) => setTimeout(resolve, round * 5))
        if (how === 'closed') proxy.cut()
        else proxy.blackhole()
        const { code } = await within(120_000, `The backup (${how} ${round}) did not end`, command)
        proxy.restore()
        interrupted += 1
        // A backup whose last connection is lost is complete, but its command fails.
        const isComplete = existsSync(join(path, 'manifest.json'))
        if (existsSync(`${path}.partial`) || isComplete !== (existsSync(path) || code === 0)) incomplete += 1
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { interrupted, incomplete }
}
