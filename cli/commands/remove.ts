import { typed } from '#cli/program.ts'
import { CliError, type ExitCode } from '#cli/cli-error.ts'
import { reachable, type Lock } from '#cli/files/lock.ts'
import type { Project } from '#cli/files/project.ts'
import { plain } from '#cli/terminal/output.ts'

import { apply } from './apply.ts'
import { openContext, type Globals } from './context.ts'

/** Removes scripts, and those that nothing needs any more. */
export async function remove(names: readonly string[], options: Globals): Promise<ExitCode> {
  const context = openContext(options)
  const scripts = { ...context.project.scripts }
  for (const name of names) {
    const id = findScript(context.lock, name)
    if (!(id in scripts)) throw new CliError(notWanted(context.lock, id, name))
    delete scripts[id]
  }
  const project: Project = { ...context.project, scripts }
  const needed = reachable(context.lock, project)
  for (const name of names) {
    const id = findScript(context.lock, name)
    if (needed.has(id))
      context.output.warn(`Script ${id} stays, because others need it: ${typed('why')} ${id}`)
  }
  const isNeeded = ([, { script }]: [string, { script: number }]) => needed.has(String(script))
  const { lock } = context
  const next: Lock = {
    ...lock,
    scripts: Object.fromEntries(Object.entries(lock.scripts).filter(([id]) => needed.has(id))),
    resources: Object.fromEntries(Object.entries(lock.resources).filter(isNeeded)),
    sql: Object.fromEntries(Object.entries(lock.sql).filter(isNeeded)),
  }
  return apply(context, { project, lock: next, writesProject: true })
}

/** By number, or by the name of one of its resources. */
export function findScript({ scripts, resources }: Lock, name: string): string {
  if (name in scripts) return name
  const script = resources[name]?.script
  if (script !== undefined) return String(script)
  throw new CliError(`${name} is not installed. "${typed('list')}" shows what is.`)
}

function notWanted({ scripts }: Lock, id: string, name: string): string {
  const users = Object.values(scripts).filter(({ needs }) => Object.values(needs).includes(Number(id)))
  const names = users.map((script) => plain(script.name)).join(', ')
  const end = users.length === 1 ? 'needs it: remove that instead' : 'need it: remove those instead'
  return `${name} is not in scripthaven.json. ${names} ${end}.`
}
