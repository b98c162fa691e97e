import { typed } from '#cli/program.ts'
import { CliError, exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { reachable, type Lock } from '#cli/files/lock.ts'
import type { Project } from '#cli/files/project.ts'
import { plain } from '#cli/terminal/output.ts'

import { apply, changeNothing } from './apply.ts'
import { openExclusively, type Context, type Globals } from './context.ts'
import { listOf } from './describe.ts'

type Options = Globals & { overwrite?: boolean }

/** Removes scripts, and those that nothing needs any more. */
export async function remove(names: readonly string[], options: Options): Promise<ExitCode> {
  return openExclusively(options, async (context, finished) => {
    // What was interrupted is what was asked for.
    if (!finished || names.some((name) => scriptOf(context.lock, name) !== undefined))
      return removeFrom(context, names, options)
    changeNothing(context, `Not installed any more: ${listOf(names)}.`)
    return exitCodes.done
  })
}

async function removeFrom(
  context: Context,
  names: readonly string[],
  { overwrite: overwrites }: Options,
): Promise<ExitCode> {
  const ids = new Set(names.map((name) => findScript(context.lock, name)))
  const scripts = Object.fromEntries(Object.entries(context.project.scripts).filter(([id]) => !ids.has(id)))
  const project: Project = { ...context.project, scripts }
  const needed = reachable(context.lock, project)
  for (const [name, id] of names.map((one) => [one, findScript(context.lock, one)] as const)) {
    if (!needed.has(id)) continue
    const users = usersOf(context.lock, id, needed)
    const sentence = `${listOf(users)} ${users.length === 1 ? 'needs' : 'need'} it`
    if (!(id in context.project.scripts))
      throw new CliError(
        `${name} is not in scripthaven.json. ${sentence}: remove ${users.length === 1 ? 'that' : 'those'} instead.`,
      )
    context.output.warn(`${name} stays, because ${sentence}.`)
  }
  const isNeeded = ([, { script }]: [string, { script: number }]) => needed.has(String(script))
  const { lock } = context
  const next: Lock = {
    ...lock,
    scripts: Object.fromEntries(Object.entries(lock.scripts).filter(([id]) => needed.has(id))),
    resources: Object.fromEntries(Object.entries(lock.resources).filter(isNeeded)),
    sql: Object.fromEntries(Object.entries(lock.sql).filter(isNeeded)),
  }
  return apply(context, { project, lock: next, writesProject: true, overwrites })
}

/** By number, or by the name of one of its resources. */
export function findScript(lock: Lock, name: string): string {
  const script = scriptOf(lock, name)
  if (script !== undefined) return script
  throw new CliError(`${name} is not installed. "${typed('list')}" shows what is.`)
}

function scriptOf({ scripts, resources }: Lock, name: string): string | undefined {
  return name in scripts ? name : resources[name]?.script.toString()
}

function usersOf({ scripts }: Lock, id: string, needed: ReadonlySet<string>): string[] {
  return Object.entries(scripts).flatMap(([user, { name, needs }]) =>
    needed.has(user) && Object.values(needs).includes(Number(id)) ? [plain(name)] : [],
  )
}
