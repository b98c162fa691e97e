import { typed } from '#cli/program.ts'
import { paint, plain, sizeText } from '#cli/terminal/output.ts'

import { openContext, type Globals } from './context.ts'
import { findScript } from './remove.ts'

/** What is installed. */
export function list(options: Globals): void {
  const { lock, project, output } = openContext(options)
  const scripts = Object.entries(lock.scripts).map(([id, { name, author, version, size }]) => ({
    id: Number(id),
    name,
    author,
    version,
    size,
    range: project.scripts[id] ?? null,
    resources: Object.keys(lock.resources).filter(
      (resource) => String(lock.resources[resource]?.script) === id,
    ),
  }))
  const lines = scripts.map(
    ({ id, name, author, version, size, range, resources }) =>
      `${id}  ${paint.bold(plain(name))} ${version} by ${plain(author)}, ${sizeText(size)}: ${resources.join(', ') || 'not installed yet'}${range === null ? ' (needed by others)' : ` (${range})`}`,
  )
  output.result(
    lines.length === 0 ? `No script is installed. Add one: ${typed('add ID')}` : lines.join('\n'),
    scripts,
  )
}

/** Who needs a resource or a script, up to what scripthaven.json wants. */
export function why(name: string, options: Globals): void {
  const { lock, project, output } = openContext(options)
  const isOnServer = Object.values(lock.scripts).some(({ needs }) => needs[name] === null)
  const id = isOnServer ? undefined : findScript(lock, name)
  const paths: string[][] = []
  visit(id ?? name, [])
  output.result(
    paths.map((path) => path.map((step) => label(step)).join(' ← ')).join('\n') ||
      `Nothing needs ${name} any more.`,
    { name, paths },
  )

  function visit(step: string, path: readonly string[]): void {
    if (path.includes(step)) return
    const next = [...path, step]
    if (step in project.scripts) paths.push([...next, 'scripthaven.json'])
    for (const [user, { needs }] of Object.entries(lock.scripts))
      if (
        Object.entries(needs).some(([need, script]) =>
          script === null ? need === step : String(script) === step,
        )
      )
        visit(user, next)
  }

  function label(step: string): string {
    const script = lock.scripts[step]
    return script ? `${plain(script.name)} ${script.version} (script ${step})` : step
  }
}
