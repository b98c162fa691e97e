import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { reviewModes, type ReviewMode } from '#contract/site/settings.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { casesOf } from '#test-support/cases.ts'
import { createPng, editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

/*
 * Every state of a version x its script x the review mode has a way out: it is brought about over HTTP and walked until
 * the version is public and its author can upload the next one. The columns of the table are the review modes: the state
 * that the author sees, then the steps of the staff. The author alone always can give the version up.
 */

const app = await startTestApp()
const { decide } = casesOf(app)
const owner = await app.createOwner()
const moderator = await app.createUser(
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
)
const images = [{ content: await createPng() }]

// The same archives in every row of an author, so that each is read once.
type Archives = Record<'clean' | 'blocked', ReturnType<typeof archiveOf>>
const value = createHash('sha256').update('A text that was taken down.').digest('hex')
const entry = { kind: 'file', value, reason: 'Taken down on a notice.' }
await succeed(owner, 'POST', '/api/moderation/blocklist', entry)

/** A blocked version waits in every mode. */
const archivesOf = (author: TestUser): Archives => ({
  clean: archiveOf(author, 'readme.txt', 'A display.'),
  blocked: archiveOf(author, 'stolen.txt', 'A text that was taken down.'),
})

function archiveOf({ username }: TestUser, name: string, content: string) {
  return { fileName: 'hud.zip', content: zipOf([{ name: `${username}/${name}`, content }]) }
}

function send(
  user: TestUser | null,
  method: string,
  path: string,
  body?: FormData | Record<string, unknown>,
) {
  return app.request(user, method, path, body)
}

async function succeed(...call: Parameters<typeof send>) {
  const response = await send(...call)
  if (response.status >= 300) throw new Error(`${call[1]} ${call[2]}: ${response.status}`)
  return response
}

type Subject = { author: TestUser; archives: Archives; scriptId: number; versionId: number }

const add = (author: TestUser, scriptId: number, archive: Archives['clean']) =>
  send(author, 'POST', `/api/scripts/${scriptId}/versions`, editForm({}, { archive }))
const hide = async (scriptId: number) => {
  await succeed(moderator, 'POST', `/api/scripts/${scriptId}/removal`, { reason: 'spam', note: '' })
}
const withdraw = (user: TestUser, { versionId }: Subject, kind: string) =>
  send(user, 'POST', `/api/versions/${versionId}/withdraw`, { kind, reason: 'It does not start at all.' })
const versionOf = async ({ author, versionId }: Subject) =>
  (await send(author, 'GET', `/api/versions/${versionId}`)).body

async function publish({ scriptId }: Subject) {
  await analyseAll(app)
  await send(moderator, 'POST', `/api/scripts/${scriptId}/publish`)
}

type State = { archive: keyof Archives; reach: (subject: Subject) => Promise<unknown> }
/** How a version gets into a state. */
const states = {
  'not scanned': { archive: 'clean', reach: () => Promise.resolve() },
  'in review': { archive: 'blocked', reach: () => analyseAll(app) },
  'given up in review': {
    archive: 'blocked',
    reach: async (subject) => {
      await analyseAll(app)
      await withdraw(subject.author, subject, 'other')
    },
  },
  rejected: {
    archive: 'blocked',
    reach: async (subject) => {
      await analyseAll(app)
      const { reviewId } = await versionOf(subject)
      if (reviewId === undefined) await withdraw(moderator, subject, 'other')
      else await decide(moderator, reviewId, 'rejected')
    },
  },
  public: { archive: 'clean', reach: publish },
  withdrawn: {
    archive: 'clean',
    reach: async (subject) => {
      await publish(subject)
      await withdraw(subject.author, subject, 'broken')
    },
  },
  recalled: {
    archive: 'clean',
    reach: async (subject) => {
      await publish(subject)
      await withdraw(moderator, subject, 'security')
    },
  },
} satisfies Record<string, State>

const authors = new Map<string, TestUser>()
const scripts = new Map<string, number>()

type Row = Record<'place' | ReviewMode, string> & { state: keyof typeof states }

/** The updates of one place are versions of one script, one after the other. */
async function reach(place: string, state: keyof typeof states, mode: ReviewMode): Promise<Subject> {
  const { archive, reach: bring } = states[state]
  const key = `${place} ${mode}`
  const author = authors.get(key) ?? (await app.createUser('scripts.upload'))
  authors.set(key, author)
  const archives = archivesOf(author)
  const isFirst = place.startsWith('first')
  const known = isFirst ? undefined : scripts.get(key)
  let [scriptId, versionId] = [known ?? 0, 0]
  if (known === undefined) {
    await setMode(isFirst ? mode : 'off')
    const form = await scriptForm({}, { archive: archives[isFirst ? archive : 'clean'], images })
    const { body } = await send(author, 'POST', '/api/scripts', form)
    ;[scriptId, versionId] = [body.id, body.versionId]
    scripts.set(key, scriptId)
    if (!isFirst) await analyseAll(app)
  }
  await setMode(mode)
  if (place === 'of a hidden script') await hide(scriptId)
  if (!isFirst) versionId = (await add(author, scriptId, archives[archive])).body.id
  const subject = { author, archives, scriptId, versionId }
  await bring(subject)
  if (place.endsWith(', then hidden')) await hide(scriptId)
  return subject
}

let currentMode: ReviewMode | undefined
async function setMode(reviewMode: ReviewMode) {
  if (reviewMode === currentMode) return
  await succeed(owner, 'PUT', '/api/settings', { reviewMode })
  currentMode = reviewMode
}

/** Returns the steps of the staff until the version is public. */
async function walk(subject: Subject): Promise<string[]> {
  const { scriptId, versionId } = subject
  const steps: string[] = []
  const { body: script } = await send(moderator, 'GET', `/api/scripts/${scriptId}`)
  if (script.removal) {
    await succeed(moderator, 'DELETE', `/api/scripts/${scriptId}/removal`)
    steps.push('show')
  }
  await analyseAll(app)
  for (;;) {
    const { state, reviewId } = await versionOf(subject)
    if (state === 'published') return steps
    if (steps.length > 3) throw new Error(`No way out of ${state}: ${steps.join(' ')}`)
    if (state === 'waiting') {
      steps.push('publish')
      const published = { decision: 'published', response: '' }
      await succeed(moderator, 'POST', `/api/moderation/cases/${reviewId}/decide`, published)
    } else {
      steps.push('restore')
      await succeed(moderator, 'POST', `/api/versions/${versionId}/restore`)
      await analyseAll(app)
    }
  }
}

test.each`
  place                    | state                   | off                                 | flagged                             | all
  ${'first'}               | ${'not scanned'}        | ${'published'}                      | ${'scanning'}                       | ${'scanning publish'}
  ${'first'}               | ${'in review'}          | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'first'}               | ${'given up in review'} | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'first'}               | ${'rejected'}           | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'first'}               | ${'public'}             | ${'published'}                      | ${'published'}                      | ${'published'}
  ${'first'}               | ${'withdrawn'}          | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'first'}               | ${'recalled'}           | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'first, then hidden'}  | ${'not scanned'}        | ${'published show'}                 | ${'scanning show'}                  | ${'scanning show publish'}
  ${'first, then hidden'}  | ${'in review'}          | ${'waiting show publish'}           | ${'waiting show publish'}           | ${'waiting show publish'}
  ${'first, then hidden'}  | ${'given up in review'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'first, then hidden'}  | ${'rejected'}           | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'first, then hidden'}  | ${'public'}             | ${'published show'}                 | ${'published show'}                 | ${'published show'}
  ${'first, then hidden'}  | ${'withdrawn'}          | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'first, then hidden'}  | ${'recalled'}           | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'update'}              | ${'not scanned'}        | ${'published'}                      | ${'scanning'}                       | ${'scanning publish'}
  ${'update'}              | ${'in review'}          | ${'waiting publish'}                | ${'waiting publish'}                | ${'waiting publish'}
  ${'update'}              | ${'given up in review'} | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'update'}              | ${'rejected'}           | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}      | ${'withdrawn restore publish'}
  ${'update'}              | ${'public'}             | ${'published'}                      | ${'published'}                      | ${'published'}
  ${'update'}              | ${'withdrawn'}          | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'update'}              | ${'recalled'}           | ${'withdrawn restore'}              | ${'withdrawn restore'}              | ${'withdrawn restore'}
  ${'update, then hidden'} | ${'not scanned'}        | ${'published show'}                 | ${'scanning show'}                  | ${'scanning show publish'}
  ${'update, then hidden'} | ${'in review'}          | ${'waiting show publish'}           | ${'waiting show publish'}           | ${'waiting show publish'}
  ${'update, then hidden'} | ${'given up in review'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'update, then hidden'} | ${'rejected'}           | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'update, then hidden'} | ${'public'}             | ${'published show'}                 | ${'published show'}                 | ${'published show'}
  ${'update, then hidden'} | ${'withdrawn'}          | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'update, then hidden'} | ${'recalled'}           | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'of a hidden script'}  | ${'not scanned'}        | ${'published show'}                 | ${'scanning show'}                  | ${'scanning show publish'}
  ${'of a hidden script'}  | ${'in review'}          | ${'published show publish'}         | ${'scanning show publish'}          | ${'scanning show publish'}
  ${'of a hidden script'}  | ${'given up in review'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'of a hidden script'}  | ${'rejected'}           | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'} | ${'withdrawn show restore publish'}
  ${'of a hidden script'}  | ${'public'}             | ${'published show'}                 | ${'published show'}                 | ${'published show'}
  ${'of a hidden script'}  | ${'withdrawn'}          | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
  ${'of a hidden script'}  | ${'recalled'}           | ${'withdrawn show restore'}         | ${'withdrawn show restore'}         | ${'withdrawn show restore'}
`('a version ($place) has a way out: $state', async ({ place, state, ...expected }: Row) => {
  const walks: Record<string, string> = {}
  for (const mode of reviewModes) {
    const subject = await reach(place, state, mode)
    const before = (await versionOf(subject)).state
    walks[mode] = [before, ...(await walk(subject))].join(' ')
    const next = await add(subject.author, subject.scriptId, subject.archives.clean)
    expect(next.status).toBe(201)
    const given = { ...subject, versionId: next.body.id }
    expect((await withdraw(subject.author, given, 'other')).status).toBe(200)
  }
  expect(walks).toEqual(expected)
})
