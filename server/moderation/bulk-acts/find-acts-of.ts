import { isDeepStrictEqual } from 'node:util'

import { z } from 'zod/mini'

import { takedownNumber } from '#contract/records/case-kinds.ts'
import type { ModeratorAct } from '#contract/moderation/bulk-acts.ts'
import { TextKey } from '#contract/moderation/moderated-texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { selectActsOf, selectTargetsChangedByOthers, type LoggedAct } from '#server/records/records.public.ts'
import { selectHeldScripts, readScript, selectOwnership } from '#server/scripts/scripts.public.ts'
import { licenses } from '#contract/scripts/licenses.ts'
import { noDetails, type ScriptChange } from '#contract/scripts/script-fields.ts'

import {
  selectBansBy,
  selectEntriesBy,
  selectHiddenTextsBy,
  selectRemovalsBy,
  selectScriptNames,
  selectSuspensionsBy,
  selectVersionsBy,
} from './bulk-acts.queries.ts'

/** `userId` is 0 for an entry of the blocklist, which concerns no single user. */
export type FoundAct = ModeratorAct & { userId: number; reversal?: Reversal; text?: TextKey }

const logMax = 5_000
const versionActions = ['Version Withdrawn', 'Version Rejected', 'Version Submitted', 'Version Published']
const actions = [
  'User Banned',
  'User Suspended',
  'Script Removed',
  'Script Updated',
  'Script Deleted',
  ...versionActions,
  'Version Updated',
  'Text Hidden',
  'Blocklist Entry Added',
]

/** The acts of a moderator since a time that are still in force, by the log. */
export async function findActsOf(
  db: Db,
  reader: Actor,
  { moderatorId, since }: { moderatorId: number; since: Date },
  now: Date,
): Promise<{ acts: FoundAct[]; isWhole: boolean }> {
  const log = await selectActsOf(db, { userId: moderatorId, since, actions }, logMax)
  const targetsOf = (action: string) => numbers(ofAction(log, action).map(({ targetId }) => targetId))
  const named = (action: string, key: string) =>
    numbers(ofAction(log, action).map(({ metadata }) => metadata[key]))
  const by = (ids: number[]) => ({ moderatorId, since, ids })
  const versionIds = versionActions.flatMap((action) => named(action, 'versionId'))
  const edits = ofAction(log, 'Script Updated').filter(isOfOther)
  return {
    acts: [
      ...(await findBans(db, by(targetsOf('User Banned')), now)),
      ...(await selectSuspensionsBy(db, by(targetsOf('User Suspended')))).map(({ userId, username }) => ({
        kind: 'suspension' as const,
        id: userId,
        userId,
        title: username,
        problem: null,
      })),
      ...(await findHidden(db, by(named('Script Removed', 'removalId')))),
      ...(await findVersions(db, by([...new Set(versionIds)]))),
      ...(await findEdits(db, reader, edits)),
      ...(await findTexts(db, by([]), ofAction(log, 'Text Hidden'))),
      ...(await findEntries(db, by(named('Blocklist Entry Added', 'entryId')))),
      ...(await findChangelogs(db, ofAction(log, 'Version Updated').filter(isOfOther))),
      ...ofAction(log, 'Script Deleted')
        .filter(isOfOther)
        .map(({ targetId }) => ({
          kind: 'other' as const,
          id: targetId ?? 0,
          userId: 0,
          title: `Script #${targetId}`,
          problem: 'It was deleted with its files.',
        })),
    ],
    isWhole: log.length < logMax,
  }
}

type ModeratorQuery = { moderatorId: number; since: Date; ids: number[] }

async function findBans(db: Db, query: ModeratorQuery, now: Date): Promise<FoundAct[]> {
  const bans = await selectBansBy(db, query, now)
  const others = await selectTargetsChangedByOthers(db, {
    action: 'Ban Changed',
    targetIds: bans.map(({ userId }) => userId),
    since: query.since,
    userId: query.moderatorId,
  })
  return bans.map(({ id, userId, username }) => ({
    kind: 'ban',
    id,
    userId,
    title: username,
    problem: others.has(userId) ? 'Another user changed the ban since.' : null,
  }))
}

async function findHidden(db: Db, query: ModeratorQuery): Promise<FoundAct[]> {
  const hidden = await selectRemovalsBy(db, query)
  const held = await selectHeldScripts(
    db,
    hidden.map(({ scriptId }) => scriptId),
  )
  return hidden.map(({ scriptId, name, userId }) => {
    const notice = held.get(scriptId)
    const problem = notice ? `It belongs to the takedown notice ${takedownNumber(notice.caseId)}.` : null
    return { kind: 'hide', id: scriptId, userId, title: name, problem }
  })
}

async function findVersions(db: Db, query: ModeratorQuery): Promise<FoundAct[]> {
  const versions = await selectVersionsBy(db, query)
  return versions.map(({ id, number, name, userId, isWithdrawn }) => ({
    kind: isWithdrawn ? 'withdrawal' : 'other',
    id,
    userId,
    title: `${name} ${number}`,
    problem: isWithdrawn
      ? null
      : 'The moderator uploaded this version: withdraw it on the page of its versions.',
  }))
}

async function findTexts(db: Db, query: ModeratorQuery, log: readonly LoggedAct[]): Promise<FoundAct[]> {
  const texts = await selectHiddenTextsBy(
    db,
    query,
    log.flatMap(({ metadata }) => z.safeParse(TextKey, metadata).data ?? []),
  )
  return texts.map(({ kind, id, userId, name }) => ({
    kind: 'text',
    id,
    userId,
    title: `${textTitles[kind]} ${name}`,
    problem: null,
    text: { kind, id },
  }))
}

const textTitles: Record<TextKey['kind'], string> = {
  'works-report': 'Compatibility report on',
  profile: 'Profile text of',
  collection: 'Collection',
  team: 'Team',
}

async function findEntries(db: Db, query: ModeratorQuery): Promise<FoundAct[]> {
  const entries = await selectEntriesBy(db, query)
  return entries.map(({ id, kind, value, isOfTakedown }) => ({
    kind: 'blocklist',
    id,
    userId: 0,
    title: `${kind}: ${value}`,
    problem: isOfTakedown ? 'It belongs to a takedown notice.' : null,
  }))
}

async function findChangelogs(db: Db, log: readonly LoggedAct[]): Promise<FoundAct[]> {
  const scripts = await selectScriptNames(db, numbers(log.map(({ targetId }) => targetId)))
  return scripts.map(({ id, name, userId }) => ({
    kind: 'other',
    id,
    userId,
    title: `${name}: changelog`,
    problem: 'A changelog is edited on the page of its versions.',
  }))
}

const ofAction = (log: readonly LoggedAct[], action: string) => log.filter((act) => act.action === action)
const isOfOther = ({ metadata }: LoggedAct) => metadata['reason'] === 'moderation'
const numbers = (values: readonly unknown[]) => [
  ...new Set(values.filter((value) => typeof value === 'number')),
]

const text = z.optional(z.string())
/** The fields of a script that the log has earlier values of. */
const Values = z.object({
  name: text,
  description: text,
  script_status: z.optional(z.enum(['Readable', 'Decrypted'])),
  category: text,
  version: text,
  tags: z.optional(z.array(z.string())),
  documentation: text,
  license: z.optional(z.enum(['', ...licenses])),
  sourceUrl: text,
  documentationUrl: text,
  supportUrl: text,
  /** In the order before and after: the images themselves are the same. */
  images: z.optional(z.array(z.string())),
})
type Values = z.output<typeof Values>

/** Sets `fields` back, unless they differ from `expected` by then. */
type Reversal = { fields: ScriptChange; expected: Values }

const Metadata = z.object({ changed: z._default(z.array(z.string()), []), old: Values, new: Values })

/** Edits of scripts of other users: for each script what can be set back, and what was changed again by others. */
async function findEdits(db: Db, reader: Actor, newestFirst: readonly LoggedAct[]): Promise<FoundAct[]> {
  const byScript = Map.groupBy(newestFirst.toReversed(), ({ targetId }) => targetId ?? 0)
  const acts: FoundAct[] = []
  for (const [id, log] of byScript) {
    const script = await selectOwnership(db, id)
    if (script) acts.push(...(await findEditsOf(db, reader, script, log)))
  }
  return acts
}

async function findEditsOf(
  db: Db,
  reader: Actor,
  { id, userId, name }: { id: number; userId: number; name: string },
  oldestFirst: readonly LoggedAct[],
): Promise<FoundAct[]> {
  const earlier = new Map<string, unknown>()
  const last = new Map<string, unknown>()
  let hasNewImages = false
  for (const { metadata } of oldestFirst) {
    const { changed, old, new: values } = Metadata.parse(metadata)
    hasNewImages ||= changed.includes('images') || changed.includes('removeImages')
    for (const [key, value] of Object.entries(old)) if (!earlier.has(key)) earlier.set(key, value)
    for (const [key, value] of Object.entries(values)) last.set(key, value)
  }
  const current = new Map<string, unknown>(
    Object.entries({ ...noDetails, ...(await readScript(db, reader, id)) }),
  )
  // An earlier order of images that are not all there.
  if (hasNewImages) last.delete('images')
  const edited = [...last.keys()].filter((key) => !isDeepStrictEqual(current.get(key), earlier.get(key)))
  const isLast = (key: string) => isDeepStrictEqual(current.get(key), last.get(key))
  const own = edited.filter(isLast)
  const others = edited.filter((key) => !isLast(key))
  const act = (keys: readonly string[], problem: string | null): FoundAct => ({
    kind: problem === null ? 'edit' : 'other',
    id,
    userId,
    title: `${name}: ${keys.join(', ')}`,
    problem,
  })
  return [
    ...(own.length > 0
      ? [
          {
            ...act(own.map(titleOf), null),
            reversal: { fields: changeTo(earlier, own), expected: pick(last, own) },
          },
        ]
      : []),
    ...(others.length > 0 ? [act(others.map(titleOf), 'Another user changed it since.')] : []),
    ...(hasNewImages ? [act(['images'], 'The former images are not stored.')] : []),
  ]
}

const titles = new Map([
  ['script_status', 'status'],
  ['images', 'order of the images'],
])

const titleOf = (key: string) => titles.get(key) ?? key

function changeTo(values: ReadonlyMap<string, unknown>, keys: readonly string[]): ScriptChange {
  const { images, ...fields } = pick(values, keys)
  return { ...fields, ...(images && { imageOrder: images }) }
}

const pick = (values: ReadonlyMap<string, unknown>, keys: readonly string[]) =>
  Values.parse(Object.fromEntries(keys.map((key) => [key, values.get(key)])))
