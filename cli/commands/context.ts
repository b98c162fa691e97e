import { join, resolve } from 'node:path'

import { configuredHub, program } from '#cli/program.ts'
import type { FinishedChange } from '#cli/disk/journal.ts'
import { runExclusively } from '#cli/disk/run-exclusively.ts'
import { readLock, type Lock } from '#cli/files/lock.ts'
import { findPlace, findRoot, requireRealFolders, type Place } from '#cli/files/place.ts'
import { readProject, type Project } from '#cli/files/project.ts'
import { openHub, type Hub } from '#cli/hub/hub.ts'
import { createOutput, type Output } from '#cli/terminal/output.ts'

/** Options that each command has. */
export type Globals = { cwd?: string; json?: boolean; quiet?: boolean }

export type Context = {
  place: Place
  project: Project
  lock: Lock
  hub: Hub
  output: Output
  program: string
}

/** The server in whose folder the program runs. */
export function openContext(globals: Globals): Context {
  const place = findPlace(folderOf(globals))
  const project = readProject(place.project)
  const lock = readLock(place.lock, project)
  return { place, project, lock, hub: openHub(project.hub), output: outputOf(globals), program: program() }
}

/**
 * The same for a command that changes the server. No other one may run meanwhile, and one that was interrupted is finished before
 * the files are read: otherwise the command would undo it.
 */
export async function openExclusively<Result>(
  globals: Globals,
  work: (context: Context, finished: FinishedChange | undefined) => Promise<Result>,
): Promise<Result> {
  return runExclusively(findPlace(folderOf(globals)), async (finished) => {
    const context = openContext(globals)
    requireRealFolders(context.place, [join(context.place.root, context.project.folder)])
    if (finished) context.output.say(`Finished a ${finished} that was interrupted.`)
    return work(context, finished)
  })
}

/** The hub of scripthaven.json in `folder` or above; without one, that of the program. */
export function hubOf(folder: string): string {
  const hub = findRoot(folder) === undefined ? configuredHub() : undefined
  return hub ?? readProject(findPlace(folder).project).hub
}

export function outputOf({ quiet = false, json = false }: Globals): Output {
  return createOutput({ isQuiet: quiet, isJson: json })
}

export function folderOf({ cwd = '.' }: Globals): string {
  return resolve(cwd)
}
