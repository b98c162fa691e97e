import { createHash, randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { reviewModes, type ReviewMode } from '#contract/site/settings.ts'
import { continueAnalyses, deleteHiddenFiles } from '#server/scripts/scripts.public.ts'

import { zipOf } from './archives/zip.ts'
import { analyseAll, runJob } from './analyses.ts'
import { casesOf } from './cases.ts'
import { createPng, editForm, scriptForm } from './script-forms.ts'
import type { TestApp, TestUser } from './test-app.ts'

export type VersionState =
  | 'not scanned'
  | 'in review'
  | 'given up in review'
  | 'rejected'
  | 'public'
  | 'withdrawn'
  | 'recalled'
  | 'not read'
  | 'interrupted'
  | 'lost'
  | 'blocked before its scan'
  | 'blocked'
  | 'blocked by mistake'
  | 'rejected because of a mistake'
  | 'withdrawn, then blocked'

/** The same in every row of an author, so that each is read once, and one that no other row has. */
type Archives = Record<'clean' | 'blocked' | 'own', ReturnType<typeof archiveOf>>
type Subject = { author: TestUser; archives: Archives; scriptId: number; versionId: number }

type State = { archive: keyof Archives; reach: (subject: Subject) => Promise<unknown> }

function archiveOf({ username }: TestUser, name: string, content: string) {
  return { fileName: 'hud.zip', content: zipOf([{ name: `${username}/${name}`, content }]) }
}

const archivesOf = (author: TestUser): Archives => ({
  clean: archiveOf(author, 'readme.txt', 'A display.'),
  blocked: archiveOf(author, 'stolen.txt', 'A text that was taken down.'),
  own: archiveOf(author, 'readme.txt', randomUUID()),
})

/**
 * Brings a version of a place into a state over HTTP, and walks until the version is public and its author can upload the
 * next one. For each review mode it returns the state that the author sees, then the steps of the staff: they publish or
 * restore the version, show its script or undo its takedown. A version whose archive was deleted cannot be public again:
 * its author uploads another one.
 */
export async function versionStatesOf(app: TestApp) {
  const { decide } = casesOf(app)
  const owner = await app.createOwner()
  const moderator = await app.createUser(
    'admin.system.access',
    'admin.scripts.moderate',
    'admin.takedowns.manage',
  )
  const images = [{ content: await createPng() }]

  /** A version with this file waits in every mode. */
  const value = createHash('sha256').update('A text that was taken down.').digest('hex')
  const entry = { kind: 'file', value, reason: 'Taken down on a notice.' }
  await succeed(owner, 'POST', '/api/moderation/blocklist', entry)

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

  const add = (author: TestUser, scriptId: number, archive: Archives['clean']) =>
    send(author, 'POST', `/api/scripts/${scriptId}/versions`, editForm({}, { archive }))
  const hide = async (scriptId: number) => {
    await succeed(moderator, 'POST', `/api/scripts/${scriptId}/removal`, { reason: 'spam', note: '' })
  }
  const withdraw = (user: TestUser, { versionId }: Subject, kind: string) =>
    send(user, 'POST', `/api/versions/${versionId}/withdraw`, { kind, reason: 'It does not start at all.' })
  const versionOf = async ({ author, versionId }: Subject) =>
    (await send(author, 'GET', `/api/versions/${versionId}`)).body

  /** Returns what removes the entry again. */
  async function block(subject: Subject) {
    const { sha256 } = await versionOf(subject)
    const path = '/api/moderation/blocklist'
    const archive = { kind: 'archive', value: sha256, reason: 'Taken down later.' }
    const { body } = await succeed(moderator, 'POST', path, archive)
    await analyseAll(app)
    return async () => {
      await succeed(moderator, 'DELETE', `${path}/${body.id}?reason=mistake`)
      await analyseAll(app)
    }
  }

  /** A confirmed notice, which staff follow. */
  async function takeDown(scriptId: number) {
    const { rows } = await app.db.execute<{ id: number }>(sql`
    with notice as (
      insert into cases (kind, script_id, title, reason, created_at, updated_at)
      values ('takedown', ${scriptId}, 'A notice', 'copyright', now(), now()) returning id)
    insert into takedown_scripts (case_id, script_id, user_id, name)
    select notice.id, ${scriptId}, user_id, name from notice, scripts where scripts.id = ${scriptId} returning case_id as id`)
    expect((await decide(moderator, rows[0]?.id ?? 0, 'taken-down')).status).toBe(200)
    await analyseAll(app)
  }

  async function deleteFiles(scriptId: number) {
    await app.db.execute(sql`
    update script_removals set removed_at = removed_at - interval '31 days' where script_id = ${scriptId}`)
    await app.db.execute(sql`
    update takedown_scripts set taken_down_at = taken_down_at - interval '31 days' where script_id = ${scriptId}`)
    await deleteHiddenFiles(app.app)
  }

  async function rejectByStaff(subject: Subject) {
    const { reviewId } = await versionOf(subject)
    if (reviewId === undefined) await withdraw(moderator, subject, 'other')
    else await decide(moderator, reviewId, 'rejected')
  }

  async function publish({ scriptId }: Subject) {
    await analyseAll(app)
    await send(moderator, 'POST', `/api/scripts/${scriptId}/publish`)
  }

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
        await rejectByStaff(subject)
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
    'not read': {
      archive: 'own',
      reach: async (subject) => {
        const { sha256 } = await versionOf(subject)
        await app.db.execute(sql`update archive_analyses set attempts = 3 where sha256 = ${sha256}`)
        await analyseAll(app)
      },
    },
    interrupted: {
      archive: 'own',
      reach: async (subject) => {
        const { sha256 } = await versionOf(subject)
        await app.db.execute(sql`update archive_analyses set state = 'running' where sha256 = ${sha256}`)
        await runJob(app, continueAnalyses)
      },
    },
    lost: {
      archive: 'own',
      reach: async ({ versionId }) => {
        const { rows } = await app.db.execute<{ key: string }>(
          sql`select key from script_versions where id = ${versionId}`,
        )
        await app.app.files.remove(rows.map(({ key }) => key))
        await analyseAll(app)
      },
    },
    'blocked before its scan': { archive: 'own', reach: block },
    blocked: {
      archive: 'own',
      reach: async (subject) => {
        await publish(subject)
        await block(subject)
      },
    },
    'blocked by mistake': {
      archive: 'own',
      reach: async (subject) => {
        await publish(subject)
        const unblock = await block(subject)
        await unblock()
      },
    },
    'rejected because of a mistake': {
      archive: 'own',
      reach: async (subject) => {
        await publish(subject)
        const unblock = await block(subject)
        await rejectByStaff(subject)
        await unblock()
      },
    },
    'withdrawn, then blocked': {
      archive: 'own',
      reach: async (subject) => {
        await publish(subject)
        await withdraw(subject.author, subject, 'broken')
        await block(subject)
      },
    },
  } satisfies Record<VersionState, State>

  const authors = new Map<string, TestUser>()
  const scripts = new Map<string, number>()

  /** The updates of one place are versions of one script, one after the other. */
  async function reach(place: string, state: VersionState, mode: ReviewMode): Promise<Subject> {
    const { reach: bring, archive: usual } = states[state]
    // An open case about the same archive, here of another row, keeps the files of a hidden script.
    const archive = place.endsWith(' for 30 days') ? 'own' : usual
    // The submissions of a user are limited.
    const key = `${place} ${mode} ${archive === 'own'}`
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
    if (place.includes(', then hidden')) await hide(scriptId)
    if (place.includes(', then taken down')) await takeDown(scriptId)
    if (place.endsWith(' for 30 days')) await deleteFiles(scriptId)
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
    if (script.removal?.takedown) {
      expect((await decide(moderator, Number(script.removal.takedown.slice(5)), 'restored')).status).toBe(200)
      steps.push('undo')
    } else if (script.removal) {
      await succeed(moderator, 'DELETE', `/api/scripts/${scriptId}/removal`)
      steps.push('show')
    }
    await analyseAll(app)
    for (;;) {
      const { state, reviewId, hasFile } = await versionOf(subject)
      if (!hasFile) return [...steps, 'upload']
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

  async function walkIn(place: string, state: VersionState, mode: ReviewMode): Promise<string> {
    const subject = await reach(place, state, mode)
    const before = (await versionOf(subject)).state
    const steps = await walk(subject)
    const next = await add(subject.author, subject.scriptId, subject.archives.clean)
    expect(next.status).toBe(201)
    expect((await withdraw(subject.author, { ...subject, versionId: next.body.id }, 'other')).status).toBe(
      200,
    )
    return [before, ...steps].join(' ')
  }

  return async (place: string, state: VersionState) => {
    const walks: Record<string, string> = {}
    for (const mode of reviewModes) walks[mode] = await walkIn(place, state, mode)
    return walks
  }
}
