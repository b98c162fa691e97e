import { typed } from '#cli/program.ts'
import { CliError, type ExitCode } from '#cli/cli-error.ts'
import { disagreements, reachable, type Lock } from '#cli/files/lock.ts'
import type { Project } from '#cli/files/project.ts'

import { apply } from './apply.ts'
import { openContext, type Context, type Globals } from './context.ts'

type Options = Globals & { frozen?: boolean; overwrite?: boolean }

/** Makes the disk equal to the lock. */
export async function sync(options: Options): Promise<ExitCode> {
  const context = openContext(options)
  const { project } = context
  const problems = [...disagreements(project, context.lock), ...unneeded(project, context.lock)]
  if (options.frozen && problems.length > 0)
    throw new CliError(
      [
        'scripthaven.lock and scripthaven.json disagree:',
        ...problems.map((text) => `  ${text}`),
        `Run "${typed('sync')}" without --frozen to update the lock.`,
      ].join('\n'),
    )
  const lock = problems.length === 0 ? context.lock : await lockAnew(context)
  return apply(context, { project, lock, writesProject: false, overwrites: options.overwrite })
}

async function lockAnew({ hub, place, project, lock, output }: Context): Promise<Lock> {
  const { lockOf, requireVersions, resolveScripts } = await import('#cli/hub/resolve.ts')
  const locked = Object.fromEntries(Object.entries(lock.scripts).map(([id, { version }]) => [id, version]))
  const resolution = await resolveScripts({ hub, place, project, locked })
  requireVersions(resolution, output)
  return lockOf(resolution, lock)
}

function unneeded(project: Project, lock: Lock): string[] {
  const needed = reachable(lock, project)
  return Object.keys(lock.scripts)
    .filter((id) => !needed.has(id))
    .map((id) => `Script ${id} is locked, and nothing needs it.`)
}
