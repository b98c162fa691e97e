import { typed } from '#cli/program.ts'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

import { z } from 'zod/mini'

import { CliError } from '#cli/cli-error.ts'
import { commit, recordName, stageRecord, type Move } from '#cli/disk/journal.ts'
import { writeSynced } from '#cli/disk/write-file.ts'
import { emptyLock } from '#contract/scripts/lock-file.ts'
import { requireOwn } from '#cli/files/place.ts'
import { parseJson, readText } from '#cli/files/read-json.ts'
import { serverCfg } from '#cli/files/server-cfg.ts'

import { openExclusively, type Context, type Globals } from './context.ts'

const Change = z.object({
  moves: z.array(z.object({ target: z.string(), existed: z.boolean() })),
  texts: z.array(z.tuple([z.string(), z.nullable(z.string())])),
  /** What the change left in scripthaven.json: later edits stay. */
  projectAfter: z.optional(z.string()),
})

/** Restores the folders and files before the last change. A second rollback restores those after it. */
export async function rollback(options: Globals): Promise<void> {
  await openExclusively(options, async (context, finished) => {
    // What was interrupted is what was asked for.
    if (finished === 'rollback') context.output.outcome('', { restored: [] })
    else await restore(context)
  })
}

async function restore({ place, project, output }: Context): Promise<void> {
  const changes = existsSync(place.rollback) ? readdirSync(place.rollback).toSorted() : []
  const last = changes.findLast((name) => existsSync(join(place.rollback, name, recordName)))
  if (last === undefined)
    throw new CliError(`There is no change that can be undone. "${typed('list')}" shows what is installed.`)
  const from = join(place.rollback, last)
  const recordPath = join(from, recordName)
  const { moves, texts, projectAfter } = parseJson(recordPath, readText(recordPath) ?? '', Change)
  requireOwn(place, recordPath, [...moves.map(({ target }) => target), ...texts.map(([path]) => path)])
  const backup = join(place.rollback, new Date().toISOString().replaceAll(/[:.]/g, '-'))
  rmSync(place.staging, { recursive: true, force: true })
  mkdirSync(place.staging, { recursive: true })
  const projectNow = readText(place.project)
  const isEdited = projectAfter !== undefined && projectNow !== projectAfter
  const projectBefore = texts.find(([path]) => path === place.project)?.[1] ?? undefined
  const undone = {
    moves: moves.map(({ target }) => ({ target, existed: existsSync(target) })),
    texts: texts.map(([path]) => [path, readText(path) ?? null]),
    projectAfter: isEdited ? projectNow : projectBefore,
  }
  const record = stageRecord(place, backup, undone)
  const folders: Move[] = moves.map(({ target, existed }) => ({
    target,
    staged: existed ? join(from, 'resources', basename(target)) : null,
    backup: join(backup, 'resources', basename(target)),
  }))
  const files: Move[] = texts.flatMap(([target, content], index) => {
    const staged = join(place.staging, `file-${index}`)
    const restored = content ?? defaultText(target)
    if (restored === undefined || (isEdited && target === place.project)) return []
    writeSynced(staged, restored)
    return [{ target, staged, backup: null }]
  })
  commit(place, [...folders, ...files, record], 'rollback')
  rmSync(from, { recursive: true, force: true })
  const restored = moves.map(({ target }) => basename(target))
  output.outcome(`Restored: ${restored.join(', ')}. Run "${typed('rollback')}" again to undo this.`, {
    restored,
  })
  if (isEdited && projectBefore !== projectAfter)
    output.warn(
      'You edited scripthaven.json after that change, so it stays as it is: the next sync installs what it names.',
    )
  output.say('Restart the server, or run "refresh" and "exec scripthaven.cfg" in its console.')

  /** Of a file that did not exist before. */
  function defaultText(path: string): string | undefined {
    if (path === place.cfg) return serverCfg(emptyLock(project.hub))
    return path === place.installed ? '{"scripts":{},"resources":{}}' : undefined
  }
}
