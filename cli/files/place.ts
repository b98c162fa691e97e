import { typed } from '#cli/program.ts'
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import platform, { dirname, join, relative, resolve } from 'node:path'

import { CliError } from '#cli/cli-error.ts'

export type Place = ReturnType<typeof placeAt>

/** The files of this program below the server's data folder. It writes nothing else. */
export function placeAt(root: string) {
  const own = (...names: string[]) => join(root, 'scripthaven', ...names)
  return {
    root,
    project: join(root, 'scripthaven.json'),
    lock: join(root, 'scripthaven.lock'),
    cfg: join(root, 'scripthaven.cfg'),
    own: own(),
    installed: own('installed.json'),
    confirmedSql: own('sql.json'),
    blocklist: own('blocklist.json'),
    journal: own('journal.json'),
    running: own('running.pid'),
    staging: own('staging'),
    archives: own('staging', 'archives'),
    originals: own('originals'),
    rollback: own('rollback'),
  }
}

/** The data folder that contains `from`. */
export function findPlace(from: string): Place {
  const root = findRoot(from)
  if (root === undefined)
    throw new CliError(
      `There is no scripthaven.json in ${resolve(from)} or above. Run "${typed('init')}" in the server's data folder, where resources is.`,
    )
  return placeAt(root)
}

export function findRoot(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'scripthaven.json'))) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/** A journal or a backup that was changed by hand, or comes from another folder, must not move files elsewhere. */
export function requireOwn(place: Place, source: string, paths: readonly (string | null)[]): void {
  const files = [place.project, place.lock, place.cfg, place.installed]
  const folders = [join(place.root, 'resources'), place.staging, place.rollback]
  const named = paths.filter((path) => path !== null)
  for (const path of named)
    if (!files.includes(path) && !folders.some((folder) => isInside(folder, path)))
      throw new CliError(
        `${source} names ${path}, which is no file that this program writes in ${place.root}. It was changed, or belongs to another folder: delete it, then run "${typed('sync')}".`,
      )
  requireRealFolders(
    place,
    named.map((path) => dirname(path)),
  )
}

/** A link in one of these paths would lead out of the data folder. The last part of a path may be a link: it is replaced. */
export function requireRealFolders({ root }: Place, folders: readonly string[]): void {
  const realRoot = realpathSync(root)
  for (const path of folders) {
    let folder = path
    while (!lstatSync(folder, { throwIfNoEntry: false })) folder = dirname(folder)
    if (realPathOf(folder) !== join(realRoot, relative(root, folder)))
      throw new CliError(
        `${folder} is a link, or is inside one: this program writes only into real folders of ${root}. Replace the link with a folder.`,
      )
  }
}

/** Undefined for a link to nothing. */
function realPathOf(path: string): string | undefined {
  return existsSync(path) ? realpathSync(path) : undefined
}

/** `system` has the path functions of the machine. */
export function isInside(folder: string, path: string, system = platform): boolean {
  const inner = system.relative(folder, path)
  return inner !== '' && !system.isAbsolute(inner) && inner.split(system.sep)[0] !== '..'
}
