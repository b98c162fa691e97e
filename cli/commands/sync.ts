import { typed } from '#cli/program.ts'
import { CliError, type ExitCode } from '#cli/cli-error.ts'
import { disagreements, reachable, type Lock } from '#cli/files/lock.ts'
import type { Project } from '#cli/files/project.ts'

import { apply } from './apply.ts'
import { openExclusively, type Context, type Globals } from './context.ts'

type Options = Globals & { frozen?: boolean; overwrite?: boolean }

/** Makes the disk equal to the lock. */
export async function sync(options: Options): Promise<ExitCode> {
  return openExclusively(options, async (context) => syncWith(context, options))
}

async function syncWith(context: Context, options: Options): Promise<ExitCode> {
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
  const { overwrite: overwrites } = options
  if (problems.length === 0)
    return apply(context, { project, lock: context.lock, writesProject: false, overwrites })
  const { lock, providers } = await lockAnew(context)
  const next = providers ? { ...project, providers } : project
  return apply(context, { project: next, lock, writesProject: providers !== undefined, overwrites })
}

async function lockAnew(context: Context): Promise<{ lock: Lock; providers: Project['providers'] }> {
  // Most runs need neither of these.
  const { lockOf, requireVersions, versionsOf } = await import('#cli/hub/resolve.ts')
  const { resolveWithChoices } = await import('./choose-providers.ts')
  const { project, lock, output } = context
  const { resolution, providers } = await resolveWithChoices(
    context,
    { project, locked: versionsOf(lock) },
    output.canAsk ? 'ask' : 'take',
  )
  requireVersions(resolution, output)
  return { lock: lockOf(resolution, lock), providers }
}

function unneeded(project: Project, lock: Lock): string[] {
  const needed = reachable(lock, project)
  return Object.keys(lock.scripts)
    .filter((id) => !needed.has(id))
    .map((id) => `Script ${id} is locked, and nothing needs it.`)
}
