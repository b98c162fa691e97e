import { z } from 'zod/mini'

import { takedownNumber } from '#contract/records/case-kinds.ts'
import type { ModeratorAct } from '#contract/moderation/bulk-acts.ts'
import { TextKey } from '#contract/moderation/moderated-texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { selectActsOf, selectTargetsChangedByOthers, type LoggedAct } from '#server/records/records.public.ts'
import { selectHeldScripts } from '#server/scripts/scripts.public.ts'

import { findEdits, type Reversal } from './find-edits.ts'
import {
  selectBansBy,
  selectEntriesBy,
  selectHiddenTextsBy,
  selectRemovalsBy,
  selectScriptNames,
  selectSuspensionsBy,
  selectVersionsBy,
} from './moderator-acts.queries.ts'

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
