import { tokenNeeded } from '#cli/hub/hub.ts'
import { findToken } from '#cli/hub/token.ts'
import { isRequired } from '#contract/scripts/lock-file.ts'
import type { Resolution } from '#contract/scripts/resolve.ts'
import { CliError, exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { defaultRange, type Project } from '#cli/files/project.ts'
import { parseCollection, readCollection, type WantedScript } from '#cli/hub/read-collection.ts'
import { lockOf, requireVersions, versionsOf } from '#cli/hub/resolve.ts'
import { countText } from '#scan/count-text.ts'
import { paint, plain, sizeText } from '#cli/terminal/output.ts'

import { apply, changeNothing } from './apply.ts'
import { resolveWithChoices } from './choose-providers.ts'
import { openExclusively, type Context, type Globals } from './context.ts'
import { findingsText, listOf } from './describe.ts'

type Options = Globals & { yes?: boolean; overwrite?: boolean }

/** Adds scripts with all that they need, and installs them. */
export async function add(names: readonly string[], options: Options): Promise<ExitCode> {
  return openExclusively(options, async (context) => addTo(context, names, options))
}

async function addTo(context: Context, names: readonly string[], options: Options): Promise<ExitCode> {
  const requested = await readNames(context, names)
  const project: Project = { ...context.project, scripts: { ...context.project.scripts } }
  for (const { id, range } of requested) project.scripts[id] = range ?? project.scripts[id] ?? 'latest'
  const locked = versionsOf(context.lock)
  const { resolution, providers } = await resolveWithChoices(
    context,
    { project, locked },
    options.yes ? 'take' : 'ask',
  )
  requireVersions(resolution, context.output)
  if (providers) project.providers = providers
  for (const { id, range } of requested) {
    const number = resolution.scripts.find((script) => String(script.id) === id)?.version?.number
    if (range === undefined && number !== undefined && context.project.scripts[id] === undefined)
      project.scripts[id] = defaultRange(number)
  }
  const lock = lockOf(resolution, context.lock)
  const changed = resolution.scripts.filter(
    ({ id, version }) => version && context.lock.scripts[id]?.sha256 !== version.sha256,
  )
  const plan = describePlan(changed, resolution)
  if (options.yes || changed.length === 0) context.output.say(plan)
  else if (findToken(context.hub.url) === undefined) throw tokenNeeded(context.hub.url)
  else if (!(await context.output.confirm(plan, 'Install these?'))) {
    changeNothing(context, 'Nothing was changed.')
    return exitCodes.done
  }
  return apply(context, { project, lock, writesProject: true, overwrites: options.overwrite })
}

/** A script that is named itself wins over the version that a collection has of it. */
async function readNames({ hub, output }: Context, names: readonly string[]): Promise<WantedScript[]> {
  const ofCollections: WantedScript[] = []
  const named: WantedScript[] = []
  for (const name of names) {
    const collection = parseCollection(name, hub.url)
    if (collection) ofCollections.push(...(await readCollection(hub, collection, output)))
    else named.push(parseName(name, hub.url))
  }
  return [...ofCollections, ...named]
}

/** `12`, `12@^1.4.0`, or the URL of a script, with or without a range. */
function parseName(name: string, hub: string): WantedScript {
  const text = name.startsWith(`${hub}/scripts/`) ? name.slice(`${hub}/scripts/`.length) : name
  const match = /^(\d{1,9})(?:[/?#][^@]*)?(?:@(.+))?$/.exec(text)
  if (match?.[1] === undefined)
    throw new CliError(
      `${name} names no script. Use the number of a script or its URL on ${hub}, with a version if you like: 12, 12@^1.4.0, ${hub}/scripts/12. A collection is named by collection: and its number.`,
    )
  return { id: match[1], range: match[2] }
}

function describePlan(changed: Resolution['scripts'], { scripts, needs, cycles }: Resolution): string {
  const names = new Map(scripts.map(({ id, name }) => [id, name]))
  const bytes = changed.reduce((sum, { version }) => sum + (version?.size ?? 0), 0)
  const lines = changed.flatMap((script) => {
    const { id, name, author, version, isWanted, neededBy, capabilities } = script
    const kinds = [...new Set(capabilities.map(({ kind }) => kind))]
    return [
      `${paint.bold(`${plain(name)} ${version?.number}`)} by ${plain(author)} (script ${id}, ${sizeText(version?.size ?? 0)})`,
      ...(isWanted
        ? []
        : [
            `  needed by ${listOf([...new Set(neededBy.map(({ scriptId }) => plain(names.get(scriptId) ?? `script ${scriptId}`)))])}`,
          ]),
      ...(version?.withdrawal ? [`  ${paint.red('withdrawn')}: ${plain(version.withdrawal.reason)}`] : []),
      `  ${findingsText(script)}`,
      ...(kinds.length > 0 ? [`  what its code does: ${kinds.join(', ')}`] : []),
    ]
  })
  const missing = needs.filter((need) => need.provider === 'missing' && isRequired(need))
  return [
    ...lines,
    ...missing.map(
      ({ name, home }) =>
        `${paint.yellow('Not on this hub:')} ${plain(name)}${home === null ? '' : ` – ${plain(home)}`}. Install it yourself, and start it before.`,
    ),
    ...cycles.map((cycle) => `${paint.yellow('These need each other:')} ${cycle.map(plain).join(' → ')}`),
    changed.length === 0
      ? 'Nothing to download.'
      : `${countText(changed.length, 'script')}, ${sizeText(bytes)} to download.`,
  ].join('\n')
}
