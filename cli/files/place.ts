import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

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
    journal: own('journal.json'),
    running: own('running.pid'),
    staging: own('staging'),
    originals: own('originals'),
    rollback: own('rollback'),
  }
}

/** The data folder that contains `from`. */
export function findPlace(from: string): Place {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'scripthaven.json'))) return placeAt(folder)
    if (folder === dirname(folder))
      throw new CliError(
        `There is no scripthaven.json in ${resolve(from)} or above. Run "scripthaven init" in the server's data folder, where resources is.`,
      )
  }
}
