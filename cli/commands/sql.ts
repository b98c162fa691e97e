import { typed } from '#cli/program.ts'
import { join } from 'node:path'

import { z } from 'zod/mini'

import { replaceFile } from '#cli/disk/write-file.ts'
import { Sha256 } from '#cli/files/lock.ts'
import { parseJson, readText } from '#cli/files/read-json.ts'
import { paint, plain } from '#cli/terminal/output.ts'

import { openContext, openExclusively, type Context, type Globals } from './context.ts'

/** The hash of each file as it was confirmed. */
const Confirmed = z.record(z.string(), Sha256)

type SqlFile = { script: number; name: string; path: string; state: 'new' | 'changed'; text: string | null }

/** Lists SQL files that are new or changed since the last confirmation, in the order of the resources. Runs nothing. */
export async function sql(options: Globals & { confirm?: boolean }): Promise<void> {
  if (!options.confirm) return listFiles(openContext(options))
  await openExclusively(options, async (context) => {
    listFiles(context, true)
    const hashes = Object.fromEntries(
      Object.entries(context.lock.sql).map(([key, { sha256 }]) => [key, sha256]),
    )
    replaceFile(context.place.confirmedSql, `${JSON.stringify(hashes, null, 2)}\n`)
    context.output.say('Confirmed. These files are listed again when they change.')
  })
}

function listFiles(context: Context, isConfirmed = false): void {
  const { output } = context
  const files = findSql(context)
  const blocks = files.map(({ name, path, state, text }) =>
    [
      paint.bold(`-- ${state}: ${path}, of ${plain(name)}`),
      text?.trimEnd() ?? '-- The text is not stored. Read it in the folder of the resource.',
    ].join('\n'),
  )
  output.result(files.length === 0 ? 'No SQL file is new or changed.' : blocks.join('\n\n'), files)
  if (!isConfirmed && files.length > 0)
    output.say(`\nRun them in your database, then: ${typed('sql --confirm')}`)
}

/** Those that are new or changed since they were confirmed. */
export function findSql({ lock, place }: Pick<Context, 'lock' | 'place'>): SqlFile[] {
  const text = readText(place.confirmedSql)
  const confirmed = text === undefined ? {} : parseJson(place.confirmedSql, text, Confirmed)
  const rank = (key: string) => {
    const index = lock.start.indexOf(pathOf(key).split('/')[0] ?? '')
    return index < 0 ? lock.start.length : index
  }
  return Object.entries(lock.sql)
    .filter(([key, { sha256 }]) => confirmed[key] !== sha256)
    .toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([key, { script, sha256 }]) => ({
      script,
      name: lock.scripts[script]?.name ?? '',
      path: pathOf(key),
      state: key in confirmed ? ('changed' as const) : ('new' as const),
      text: readText(join(place.originals, sha256)) ?? null,
    }))
}

/** A key is the number of the script and the path of the file. */
function pathOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}
