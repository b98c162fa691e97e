import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { z } from 'zod/mini'

import { requireOwn, type Place } from '#cli/files/place.ts'
import { parseJson, readText } from '#cli/files/read-json.ts'

import { freePath, replaceFile, writeSynced } from './write-file.ts'

const Move = z.object({
  /** A folder of a resource, or a file. */
  target: z.string(),
  /** What takes its place; null removes it. */
  staged: z.nullable(z.string()),
  /** Where the old one is stored; null: it is replaced. */
  backup: z.nullable(z.string()),
})
export type Move = z.output<typeof Move>
const FinishedChange = z.enum(['change', 'rollback'])
export type FinishedChange = z.output<typeof FinishedChange>
const Journal = z.object({
  moves: z.array(Move),
  staging: z.string(),
  what: z._default(FinishedChange, 'change'),
})

export const recordName = 'change.json'

/** What undoes a change. It is a part of it: what was never made has no record. */
export function stageRecord({ staging }: Place, backup: string, record: object): Move {
  const staged = join(staging, recordName)
  writeSynced(staged, JSON.stringify(record))
  return { target: join(backup, recordName), staged, backup: null }
}

/**
 * Makes a prepared change. From the moment the journal exists it is made completely: now, or by the next run. All that
 * needs space on the disk was written before.
 */
export function commit(place: Place, moves: readonly Move[], what: FinishedChange): void {
  replaceFile(place.journal, JSON.stringify({ moves, staging: place.staging, what }))
  finishChange(place)
}

/** Continues a change that was interrupted. Returns what it was, if there was one. */
export function finishChange(place: Place): FinishedChange | undefined {
  const text = readText(place.journal)
  if (text === undefined) return undefined
  const { moves, staging, what } = parseJson(place.journal, text, Journal)
  const paths = moves.flatMap(({ target, staged, backup }) => [target, staged, backup])
  requireOwn(place, place.journal, [...paths, join(staging, 'x')])
  for (const move of moves) apply(move)
  rmSync(place.journal)
  rmSync(staging, { recursive: true, force: true })
  return what
}

function apply({ target, staged, backup }: Move): void {
  if (staged !== null && !existsSync(staged)) return
  if (staged !== null) mkdirSync(dirname(target), { recursive: true })
  // Nothing happens between the two renames, because the folder is missing meanwhile. Node.js cannot exchange two folders.
  if (backup !== null && existsSync(target)) {
    if (staged === null && existsSync(backup)) return
    mkdirSync(dirname(backup), { recursive: true })
    renameSync(target, freePath(backup))
  }
  if (staged !== null) renameSync(staged, target)
}
