import { bansApi } from '#contract/access/bans.ts'
import { casesApi, type CaseDraft } from '#contract/moderation/cases.ts'
import { settingsApi } from '#contract/site/settings.ts'

import { catalogue } from '../catalogue.ts'
import { lookUp, type ScriptIds, type SeedContext, type SeededUsers } from './context.ts'
import { submitScript } from './scripts.ts'
import { hasCases } from './seed.queries.ts'

/** New scripts: those with findings of severity high wait for a moderator once their archive is analysed. */
const submissions = [
  {
    name: 'Street Sweepers',
    summary: 'A job with three routes, a small truck and a pension plan.',
    author: 'tinroof',
    parts: ['updater'],
    cover: 'board-1',
  },
  {
    name: 'Night Bus Timetable',
    summary: 'Bus stops that show when the next bus comes, and buses that are late in the rain.',
    author: 'Wrenfield',
    parts: ['webhook', 'page'],
    cover: 'cluster-2',
  },
  {
    name: 'Locksmith Locals',
    summary: 'Keys, copies of keys, and a locksmith who asks no questions.',
    author: 'halfmoon',
    parts: ['obfuscated'],
    cover: 'board-3',
  },
] as const

type Report = Extract<CaseDraft, { kind: 'report' }>

/** Cases of each kind, open and decided. From then on new versions with findings of severity high are reviewed. */
export async function openCases(context: SeedContext, users: SeededUsers, ids: ScriptIds): Promise<void> {
  const { app, callApi, runStep } = context
  if (await hasCases(app.db)) return
  const token = (name: string) => lookUp(users, name).token
  const [copied, broken, spam, noisy] = catalogue
    .filter(({ author }) => ['kestrel', 'nordlys', 'gridlock', 'terrazzo'].includes(author))
    .map(({ name }) => lookUp(ids, name))
  const report = (by: string, draft: Omit<Report, 'kind' | 'evidence'>) =>
    callApi(casesApi.open, { token: token(by), body: { kind: 'report', ...draft } })

  const decideFirst = async () => {
    const { id } = await report('fennel', {
      scriptId: broken,
      reason: 'broken',
      text: 'It does not start on my server. The console says that a file is missing.',
    })
    const body = {
      decision: 'dismissed',
      response:
        'The file belongs to a dependency that the report page names. Nothing is wrong with the script.',
    } as const
    await callApi(casesApi.decide, { token: token('Tamsin'), id, body })
  }
  const hide = async () => {
    const { id } = await report('Mika-L', {
      scriptId: spam,
      reason: 'spam',
      text: 'The description only advertises a shop, and the archive is an empty folder.',
    })
    const body = {
      decision: 'removed',
      removalReason: 'spam',
      response: 'Scripts must contain what they describe.',
      logNote: 'An empty archive that advertised a shop.',
    } as const
    await callApi(casesApi.decide, { token: token('pavel.q'), id, body })
  }
  const stolen = async () => {
    const { id } = await report('just.looking', {
      scriptId: copied,
      reason: 'stolen',
      text: 'The code is that of a script I bought a year ago, with another name in the manifest.',
    })
    const text = 'Can you send us a link to the original, or the name of its author?'
    await callApi(casesApi.message, { token: token('lowtide'), id, body: { text, audience: 'opener' } })
  }
  const misleading = () =>
    report('fennel', {
      scriptId: noisy,
      reason: 'misleading',
      text: 'The images show a different map from the one in the archive.',
    })
  const appeal = async () => {
    const id = lookUp(users, 'rainyday').id
    const ban = await callApi(bansApi.ban, {
      token: token('Tamsin'),
      id,
      body: { reason: 'Insults in reports, three times.', is_permanent: true },
    })
    await callApi(casesApi.open, {
      token: token('rainyday'),
      body: {
        kind: 'appeal',
        banId: ban.history[0]?.id,
        text: 'My brother used my computer that evening. I have changed my password since.',
      },
    })
  }
  await runStep(
    { title: 'Cases', items: [decideFirst, hide, stolen, misleading, appeal], concurrency: 1 },
    (act) => act().then(() => undefined),
  )

  await callApi(settingsApi.change, { token: token('harbourmaster'), body: { reviewMode: 'flagged' } })
  await runStep({ title: 'Scripts to review', items: submissions, concurrency: 1 }, async (script) => {
    await submitScript(context, users, {
      description: script.summary,
      category: 'Jobs',
      status: 'Readable',
      version: '1.0.0',
      tags: ['jobs'],
      assetSize: 0,
      isDamaged: false,
      ...script,
    })
  })
}
