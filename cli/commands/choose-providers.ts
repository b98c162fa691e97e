import type { Resolution } from '#contract/scripts/resolve.ts'
import { countText } from '#scan/count-text.ts'
import type { Project } from '#cli/files/project.ts'
import { heldBack } from '#cli/hub/held-back.ts'
import { resolveScripts } from '#cli/hub/resolve.ts'
import { plain } from '#cli/terminal/output.ts'

import type { Context } from './context.ts'

type Question = { project: Project; locked: Record<string, string>; cooldownMs?: number }
type How = 'ask' | 'take'

/**
 * Resolves until nothing is open. Asks which script shall provide a resource, where several do and none is installed; `take`
 * takes the most downloaded ones and names them. What is younger than the cooldown holds back who needs it. `providers` is
 * what scripthaven.json says afterwards, if there was a choice.
 */
export async function resolveWithChoices(
  context: Pick<Context, 'hub' | 'place' | 'lock' | 'output'>,
  { project, locked, cooldownMs = 0 }: Question,
  how: How,
): Promise<{ resolution: Resolution; providers: Project['providers'] }> {
  const { hub, place, lock } = context
  let providers: Project['providers']
  const held = { locked: { ...locked }, resources: new Set<string>() }
  for (;;) {
    const resolution = await resolveScripts({
      hub,
      place,
      project: providers ? { ...project, providers } : project,
      ...held,
      cooldownMs,
    })
    if (heldBack(resolution, lock, held)) continue
    if (resolution.choices.length === 0) return { resolution, providers }
    providers = { ...project.providers, ...providers, ...(await choose(context, resolution, how)) }
  }
}

async function choose(
  { lock, output }: Pick<Context, 'lock' | 'output'>,
  { choices }: Resolution,
  how: How,
): Promise<Record<string, number>> {
  const providers: Record<string, number> = {}
  for (const { resource, chosen, options } of choices) {
    const list = options.map(
      ({ id, name, author, downloads }) =>
        `${plain(name)} by ${plain(author)}, ${countText(downloads, 'download')} (script ${id})`,
    )
    const installed = options.find(({ id }) => id in lock.scripts)
    if (installed) {
      providers[resource] = installed.id
      continue
    }
    const preferred = options.findIndex(({ id }) => id === chosen)
    const about = `Several scripts provide ${plain(resource)}:`
    const position = how === 'ask' ? await output.choose(about, list, preferred) : preferred
    if (how === 'take')
      output.say(
        `${about} ${list[preferred]} is taken. Name another one in "providers" of scripthaven.json if you like.`,
      )
    providers[resource] = options[position]?.id ?? chosen
  }
  return providers
}
