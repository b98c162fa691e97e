import type { Resolution, ResolvedScript } from '#contract/scripts/resolve.ts'
import { versionsApi, type VersionSummary } from '#contract/scripts/versions.ts'
import { exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { cooldownMs, type Project } from '#cli/files/project.ts'
import { readChanges, type FileChange } from '#cli/hub/changes.ts'
import type { Hub } from '#cli/hub/hub.ts'
import { lockOf, requireVersions, resolveScripts } from '#cli/hub/resolve.ts'
import { paint, plain } from '#cli/terminal/output.ts'

import { apply, changeNothing } from './apply.ts'
import { resolveWithChoices } from './choose-providers.ts'
import { openContext, openExclusively, type Context, type Globals } from './context.ts'
import { findingsText, listOf } from './describe.ts'
import { findScript } from './remove.ts'

type Update = {
  id: number
  name: string
  /** Null for a script that was not installed before. */
  from: string | null
  to: string
  changelog: string
  /** What the code does now and did not do before. For a script that is installed only because another one needs it: all that its code does. */
  gained: string[]
  /** False where the hub cannot compare the versions: then all that the code does counts as gained. */
  isCompared: boolean
  /** Changed, added, moved and removed files. */
  sql: FileChange[]
  configuration: FileChange[]
  findings: string
  /** Findings that the installed version does not have, with their severity. */
  newFindings: string[]
  /** The installed version was withdrawn. */
  withdrawn: string | null
}

/** What is new, within the ranges of scripthaven.json and with `--latest` beyond them. */
export async function outdated(options: Globals & { latest?: boolean }): Promise<ExitCode> {
  const context = openContext(options)
  const project = projectFor(context.project, options.latest)
  const { updates, resolution } = await findUpdates(context, project, [], 'take')
  const waiting = await describeWaiting(context, project, resolution, [])
  context.output.result(
    [...updates.map(describe), ...waiting].join('\n\n') || 'Everything is up to date.',
    updates,
  )
  return updates.length === 0 ? exitCodes.done : exitCodes.found
}

type UpdateOptions = Globals & {
  latest?: boolean
  yes?: boolean
  acceptCapabilities?: boolean
  overwrite?: boolean
}

/** Takes new versions, older than the cooldown. */
export async function update(names: readonly string[], options: UpdateOptions): Promise<ExitCode> {
  return openExclusively(options, async (context) => updateIn(context, names, options))
}

async function updateIn(
  context: Context,
  names: readonly string[],
  options: UpdateOptions,
): Promise<ExitCode> {
  const { output } = context
  const ids = names.map((name) => findScript(context.lock, name))
  const project = projectFor(context.project, options.latest)
  const { updates, resolution, providers } = await findUpdates(
    context,
    project,
    ids,
    options.yes ? 'take' : 'ask',
  )
  const waiting = await describeWaiting(context, project, resolution, ids)
  if (updates.length === 0) {
    changeNothing(context, waiting[0] ?? 'Everything is up to date.')
    return exitCodes.done
  }
  const plan = [...updates.map(describe), ...waiting].join('\n\n')
  const gained = options.acceptCapabilities ? [] : updates.filter((one) => one.gained.length > 0)
  const warning = warningOf(gained)
  if (options.yes) {
    output.say(plan)
    if (gained.length > 0) {
      changeNothing(context, 'Nothing was changed.')
      output.warn(
        `${warning} --yes does not accept this: use --accept-capabilities, or name the other scripts.`,
      )
      return exitCodes.undecided
    }
  } else if (
    !(await output.confirm(plan, gained.length > 0 ? `${warning} Install anyway?` : 'Install these?'))
  ) {
    changeNothing(context, 'Nothing was changed.')
    return gained.length > 0 ? exitCodes.undecided : exitCodes.done
  }
  const lock = lockOf(resolution, context.lock)
  return apply(context, {
    project: providers ? { ...project, providers } : project,
    lock,
    writesProject: options.latest === true || providers !== undefined,
    overwrites: options.overwrite,
  })
}

/** A script that was not installed can do nothing more than before: it is new. */
function warningOf(gained: readonly Update[]): string {
  const namesOf = (updates: readonly Update[]) => listOf(updates.map(({ name }) => plain(name)))
  const fresh = gained.filter(({ from }) => from === null)
  const known = gained.filter(({ from, isCompared }) => from !== null && isCompared)
  const unknown = gained.filter(({ isCompared }) => !isCompared)
  return [
    ...(known.length > 0 ? [`${namesOf(known)} can do more than before.`] : []),
    ...(unknown.length > 0
      ? [`${namesOf(unknown)} may do more than before: the hub has not compared the versions.`]
      : []),
    ...(fresh.length > 0 ? [`${namesOf(fresh)} would be new on this server.`] : []),
  ].join(' ')
}

/** With `--latest` the newest version of each script, whatever its range. */
function projectFor(project: Project, isLatest = false): Project {
  if (!isLatest) return project
  return { ...project, scripts: Object.fromEntries(Object.keys(project.scripts).map((id) => [id, 'latest'])) }
}

/** With ids only these change; without, all. */
async function findUpdates(
  context: Context,
  project: Project,
  ids: readonly string[],
  how: 'ask' | 'take',
): Promise<{ updates: Update[]; resolution: Resolution; providers: Project['providers'] }> {
  const { hub, place, lock, output } = context
  const staying = Object.entries(lock.scripts).filter(([id]) => ids.length > 0 && !ids.includes(id))
  const locked = Object.fromEntries(staying.map(([id, { version }]) => [id, version]))
  const { resolution, providers } = await resolveWithChoices(
    context,
    { project, locked, cooldownMs: cooldownMs(project) },
    how,
  )
  requireVersions(resolution, output)
  const updates: Update[] = []
  for (const script of resolution.scripts) {
    const { id, name, version } = script
    const before = lock.scripts[id]
    if (!version || before?.sha256 === version.sha256) continue
    if (!before) {
      const gained = script.isWanted ? [] : abilitiesOf(script)
      const rest = { changelog: '', sql: [], configuration: [], newFindings: [], withdrawn: null }
      const findings = findingsText(script)
      updates.push({ id, name, from: null, to: version.number, gained, isCompared: true, findings, ...rest })
      continue
    }
    const versions = await readVersions(hub, id, before.versionId)
    const installed = versions.find((one) => one.id === before.versionId)
    const newer = versionsBetween(versions, before.versionId, version.id)
    const changes = await readChanges(hub, script, before, { place, project })
    updates.push({
      id,
      name,
      from: before.version,
      to: version.number,
      changelog: newer
        .flatMap(({ number, changelog }) => (changelog === '' ? [] : [`${number}: ${changelog}`]))
        .join('\n'),
      gained: changes
        ? [...new Set(changes.gained.map(({ kind, value }) => (value === null ? kind : `${kind}: ${value}`)))]
        : abilitiesOf(script),
      isCompared: changes !== null,
      sql: changes?.sql ?? [],
      configuration: changes?.configuration ?? [],
      findings: findingsText(script),
      newFindings: [
        ...new Set((changes?.findings ?? []).map(({ severity, title }) => `${severity}: ${title}`)),
      ],
      withdrawn: installed?.withdrawal?.reason ?? null,
    })
  }
  return { updates, resolution, providers }
}

/** Versions that the cooldown alone holds back, in one sentence. With ids only those of these scripts; without, all. */
async function describeWaiting(
  { hub, place, lock }: Context,
  project: Project,
  { scripts }: Resolution,
  ids: readonly string[],
): Promise<string[]> {
  if (cooldownMs(project) === 0 || Object.keys(lock.scripts).length === 0) return []
  const chosen = new Map(scripts.map(({ id, version }) => [id, version?.id]))
  const { scripts: newest } = await resolveScripts({ hub, place, project })
  const names = newest.flatMap(({ id, name, version }) => {
    const isChosen = !version || version.id === chosen.get(id)
    if (isChosen || !(id in lock.scripts) || (ids.length > 0 && !ids.includes(String(id)))) return []
    return [`${plain(name)} ${version.number} of ${version.publishedAt.slice(0, 10)} (script ${id})`]
  })
  return names.length === 0 ? [] : [`Waiting for the cooldown of ${project.cooldown}: ${listOf(names)}.`]
}

/** All that its code does, for a version that is not compared with another one. */
function abilitiesOf({ analysis, capabilities }: ResolvedScript): string[] {
  if (analysis !== 'done') return ['not scanned yet']
  return [...new Set(capabilities.map(({ kind }) => kind))]
}

const pagesMax = 20

/** Newest first, as far as the installed one. */
async function readVersions(hub: Hub, id: number, installed: number): Promise<VersionSummary[]> {
  const all: VersionSummary[] = []
  for (let page = 1; page <= pagesMax; page++) {
    const query = { limit: '100', page: String(page) }
    const { versions } = await hub.call(versionsApi.list, { params: { id }, query })
    all.push(...versions)
    if (versions.length < 100 || versions.some((one) => one.id === installed)) break
  }
  return all
}

/** Newest first; the versions after the installed one up to the chosen one. */
function versionsBetween(
  versions: readonly VersionSummary[],
  installed: number,
  chosen: number,
): VersionSummary[] {
  const start = versions.findIndex(({ id }) => id === chosen)
  const end = versions.findIndex(({ id }) => id === installed)
  return start < 0 ? [] : versions.slice(start, end < start ? start + 1 : end)
}

function describe(one: Update): string {
  const { id, name, from, to, changelog, gained, isCompared, sql, configuration, withdrawn } = one
  const { findings, newFindings } = one
  return [
    `${paint.bold(plain(name))} ${from === null ? '' : `${from} → `}${to} (script ${id})${from === null ? ', not installed yet' : ''}`,
    ...(withdrawn === null
      ? []
      : [`  ${paint.red('the installed version was withdrawn')}: ${plain(withdrawn)}`]),
    `  ${findings}`,
    ...(newFindings.length > 0
      ? [`  ${paint.yellow('new findings')}: ${newFindings.map(plain).join(', ')}`]
      : []),
    ...(gained.length > 0
      ? [
          `  ${paint.yellow(from === null || !isCompared ? 'what its code does' : 'new capabilities')}: ${gained.map(plain).join(', ')}`,
        ]
      : []),
    ...filesText('SQL', sql),
    ...filesText('configuration', configuration),
    ...changelog.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`  | ${plain(line)}`])),
  ].join('\n')
}

function filesText(what: string, files: readonly FileChange[]): string[] {
  if (files.length === 0) return []
  return [`  ${what}: ${listOf(files.map(({ path, change }) => `${plain(path)} (${change})`))}`]
}
