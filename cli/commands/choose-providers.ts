import type { Resolution } from '#contract/scripts/resolve.ts'
import type { Project } from '#cli/files/project.ts'
import { requireVersions, resolveScripts } from '#cli/hub/resolve.ts'
import { plain } from '#cli/terminal/output.ts'

import type { Context } from './context.ts'

type Question = { project: Project; locked: Record<string, string>; cooldownMs?: number }

/**
 * Asks which script shall provide a resource, where several do and none is installed, and resolves again with the answers.
 * `take` takes the most downloaded ones and names them. `providers` is what scripthaven.json says afterwards, if there was
 * a choice.
 */
export async function resolveWithChoices(
  { hub, place, lock, output }: Context,
  question: Question,
  how: 'ask' | 'take',
): Promise<{ resolution: Resolution; providers: Project['providers'] }> {
  const first = await resolveScripts({ hub, place, ...question })
  if (first.choices.length === 0) {
    requireVersions(first, output)
    return { resolution: first, providers: undefined }
  }
  const providers = { ...question.project.providers }
  for (const { resource, chosen, options } of first.choices) {
    const list = options.map(
      ({ id, name, author, downloads }) =>
        `${plain(name)} by ${plain(author)}, ${downloads} ${downloads === 1 ? 'download' : 'downloads'} (script ${id})`,
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
  const resolution = await resolveScripts({
    hub,
    place,
    ...question,
    project: { ...question.project, providers },
  })
  requireVersions(resolution, output)
  return { resolution, providers }
}
