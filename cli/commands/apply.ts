import { typed } from '#cli/program.ts'
import { exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { changeServer, type ChangeResult } from '#cli/disk/change-server.ts'
import { emptyChanges } from '#cli/disk/keep-changes.ts'
import { readLock, type Lock } from '#cli/files/lock.ts'
import type { Project } from '#cli/files/project.ts'
import { plain } from '#cli/terminal/output.ts'
import { countText } from '#scan/count-text.ts'

import type { Context } from './context.ts'
import { listOf } from './describe.ts'
import { findSql } from './sql.ts'

/** The result of a command that leaves the server as it is. */
export function changeNothing({ output, place }: Context, text: string): void {
  const nothing: ChangeResult = {
    ...emptyChanges(),
    installed: [],
    removed: [],
    isChanged: false,
    differing: [],
    lost: [],
    waiting: [],
  }
  output.outcome(text, { ...nothing, lock: place.lock })
}

/** Installs a lock and reports what it did. */
export async function apply(
  context: Context,
  change: { project: Project; lock: Lock; writesProject: boolean; overwrites?: boolean | undefined },
): Promise<ExitCode> {
  const { place, output } = context
  const result = await changeServer({ ...context, ...change, overwrites: change.overwrites ?? false })
  const { installed, removed, merged, conflicts, dropped, blocked, differing, lost } = result
  for (const id of installed) {
    const script = change.lock.scripts[id]
    if (script) output.say(`Installed ${plain(script.name)} ${script.version}.`)
  }
  for (const name of removed) output.say(`Removed ${name}.`)
  if (lost.length > 0)
    output.warn(
      `Removed with files that you changed or added: ${listOf(lost)}. "${typed('rollback')}" brings them back until the next change.`,
    )
  for (const path of merged) output.say(`Merged your changes: ${path}`)
  if (conflicts.length > 0)
    output.warn(
      'Kept your files. The new ones are beside them as .new: take over what you need, then delete those.',
      conflicts,
    )
  if (dropped.length > 0) output.warn('Kept your files, which the new version does not have.', dropped)
  const summary = [
    ...(installed.length + removed.length + blocked.length > 0
      ? []
      : [differing.length === 0 ? 'Everything is up to date.' : 'All versions are installed.']),
    ...(differing.length === 0
      ? []
      : [`Changed files stay in ${listOf(differing)}: "${typed('audit')}" names them.`]),
  ]
  if (summary.length > 0) output.say(summary.join(' '))
  const sql = installed.length === 0 ? [] : findSql({ place, lock: readLock(place.lock, context.project) })
  if (sql.length > 0)
    output.say(
      `${countText(sql.length, 'SQL file')} for your database: "${typed('sql')}" shows ${sql.length === 1 ? 'it' : 'them'}.`,
    )
  if (installed.length > 0 || removed.length > 0)
    output.say('Restart the server, or run "refresh" and "exec scripthaven.cfg" in its console.')
  if (output.isJson) output.result('', { ...result, lock: place.lock })
  if (blocked.length === 0) return exitCodes.done
  output.warn(
    `You changed files, so their resources were not updated. Use --overwrite to replace them; "${typed('rollback')}" brings them back.`,
    blocked,
  )
  for (const { name, users } of result.waiting)
    output.warn(
      `${listOf(users.map(plain))} ${users.length === 1 ? 'was' : 'were'} installed and ${users.length === 1 ? 'needs' : 'need'} ${plain(name)}, which was not: they may not work together until you decide.`,
    )
  return exitCodes.undecided
}
