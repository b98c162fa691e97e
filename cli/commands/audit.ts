import { typed } from '#cli/program.ts'
import { join } from 'node:path'

import type { Resolution } from '#contract/scripts/resolve.ts'
import { toolFeedsApi, type BlocklistContent, type RecallFeed } from '#contract/site/tool-feeds.ts'
import { CliError, exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { compareFolder, isPublished } from '#cli/disk/compare-folder.ts'
import { otherHashes, readInstalled, type Installed } from '#cli/files/installed.ts'
import type { Lock } from '#cli/files/lock.ts'
import { readBlocklist } from '#cli/hub/read-blocklist.ts'
import { resolveScripts, versionsOf } from '#cli/hub/resolve.ts'
import { paint, plain } from '#cli/terminal/output.ts'

import { checkOthers, findOthers } from './audit-others.ts'
import { levels, problem, type Problem } from './audit-problem.ts'
import { openContext, type Context, type Globals } from './context.ts'

/** Compares the disk with what was published, and the lock with what the hub says today. */
export async function audit(options: Globals & { failOn?: string }): Promise<ExitCode> {
  const { failOn = 'medium' } = options
  const limit = levels.findIndex((level) => level === failOn)
  if (limit < 0) throw new CliError(`--fail-on takes high, medium or low, not "${failOn}".`)
  const context = openContext(options)
  const disk = checkDisk(context)
  let failure: CliError | undefined
  const hub = await checkHub(context).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error
    failure = error
    return []
  })
  const problems = [...disk, ...hub].toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  const colors = { high: paint.red, medium: paint.yellow, low: paint.dim }
  context.output.result(
    problems.length === 0
      ? failure
        ? 'No problems found on the disk.'
        : 'No problems found. This does not mean that the scripts are safe.'
      : problems.map(({ level, text }) => `${colors[level](level.padEnd(6))}  ${text}`).join('\n'),
    problems,
  )
  // What the disk says is known without the hub.
  if (failure) throw failure
  return problems.some(({ level }) => levels.indexOf(level) <= limit) ? exitCodes.found : exitCodes.done
}

function checkDisk({ place, project, lock }: Context): Problem[] {
  const installed = readInstalled(place.installed)
  const { resources } = installed
  return [
    ...compareWithLock(lock, installed),
    ...Object.entries(resources).flatMap(([name, { script, files }]) => {
      const folder = join(place.root, project.folder, name)
      const { missing: lost, changed, added } = compareFolder(folder, files)
      return [
        ...lost.map((path) =>
          problem('medium', 'missing', script, `${name}/${path} is missing. Run "${typed('sync')}".`),
        ),
        ...changed.map((path) =>
          problem('low', 'changed', script, `${name}/${path} differs from what was published.`),
        ),
        ...added.map((path) => {
          const own = path.replace(/\.new$/, '')
          return own !== path && isPublished(join(folder, path), files[own])
            ? problem(
                'medium',
                'conflict',
                script,
                `${name}/${own} waits for you: take over what you need from ${path}, then delete that one.`,
              )
            : problem('low', 'added', script, `${name}/${path} is not in the archive.`)
        }),
      ]
    }),
  ]
}

/** What `sync` would change. */
function compareWithLock(lock: Lock, installed: Installed): Problem[] {
  const advice = `Run "${typed('sync')}".`
  const versions = Object.entries(lock.scripts).flatMap(([id, { name, version, sha256 }]) => {
    const current = installed.scripts[id]
    if (current?.sha256 === sha256) return []
    const [what, text] = current
      ? ['other-version', `${plain(name)} is locked at ${version}, and ${current.version} is installed.`]
      : ['missing', `${plain(name)} ${version} is locked and not installed.`]
    return [problem('medium', what, Number(id), `${text} ${advice}`)]
  })
  const surplus = Object.entries(installed.resources).flatMap(([name, { script }]) =>
    String(script) in lock.scripts
      ? []
      : [problem('medium', 'surplus', script, `${name} is installed and not locked. ${advice}`)],
  )
  const changed = otherHashes(lock, installed).map(({ name, script }) =>
    problem(
      'high',
      'other-hash',
      script,
      `${name} has other hashes in scripthaven/installed.json than in the lock, so changed files may be missing here. ${advice}`,
    ),
  )
  return [...versions, ...surplus, ...changed]
}

async function checkHub(context: Context): Promise<Problem[]> {
  const { hub, lock } = context
  const others = findOthers(context)
  if (Object.keys(lock.scripts).length + others.length === 0) return []
  const blocklist = await readBlocklist(context)
  return [
    ...checkRevision(blocklist),
    ...(await checkLocked(context, blocklist)),
    ...(await checkOthers(hub, others, new Set(blocklist.files))),
  ]
}

/** An older one lacks what was added since. */
function checkRevision({ revision, known }: { revision: number; known: number }): Problem[] {
  if (revision >= known) return []
  const text = `The hub sent an older blocklist (revision ${revision}) than before (revision ${known}), which may lack entries. Run the command again; if that changes nothing, ask its administrators. If they restored a backup, delete scripthaven/blocklist.json.`
  return [problem('high', 'old-blocklist', undefined, text)]
}

async function checkLocked(
  { hub, place, project, lock }: Context,
  blocklist: BlocklistContent,
): Promise<Problem[]> {
  if (Object.keys(lock.scripts).length === 0) return []
  const exact = versionsOf(lock)
  const { scripts } = await resolveScripts({ hub, place, project: { ...project, scripts: exact } })
  const recalls = await hub.call(toolFeedsApi.recalls, {})
  const byId = new Map(scripts.map((script) => [String(script.id), script]))
  const installed = Object.entries(readInstalled(place.installed).resources)
  const blockedFiles = installed.flatMap(([name, { script, files }]) =>
    Object.entries(files)
      .filter(([, { sha256 }]) => blocklist.files.includes(sha256.slice(0, 32)))
      .map(([path]) => problem('high', 'blocked', script, `${name}/${path} is on the blocklist of the hub.`)),
  )
  const versions = Object.entries(lock.scripts).flatMap(([id, locked]) => {
    const name = `${plain(locked.name)} ${locked.version}`
    const script = Number(id)
    const recall = recalls.items.find(({ _scripthaven: item }) => item.sha256 === locked.sha256)
    const resolved = byId.get(id)
    return [
      ...(blocklist.archives.includes(locked.sha256)
        ? [problem('high', 'blocked', script, `The archive of ${name} is on the blocklist of the hub.`)]
        : []),
      ...(recall ? [problem('high', 'recalled', script, describeRecall(name, recall))] : []),
      ...(resolved?.version
        ? resolved.version.sha256 === locked.sha256
          ? checkVersion(resolved, name, project.allowFindings?.[id] ?? [], recall !== undefined)
          : [
              problem(
                'high',
                'other-hash',
                script,
                `${name} has another archive on the hub than in the lock.`,
              ),
            ]
        : [problem('high', 'gone', script, `${name} is no longer on the hub: it was taken down or hidden.`)]),
    ]
  })
  return [...blockedFiles, ...versions]
}

function describeRecall(
  name: string,
  { content_text: text, _scripthaven: recall }: RecallFeed['items'][number],
): string {
  const what = recall.kind === 'recalled' ? 'was recalled' : 'was taken down'
  // The text of the feed names the replacement.
  const advice = recall.replacement ? ` Run "${typed('update')}".` : ''
  return `${name} ${what}: ${plain(text)}${advice}`
}

function checkVersion(
  script: Resolution['scripts'][number],
  name: string,
  allowed: readonly string[],
  isNamed: boolean,
): Problem[] {
  const { id, version, findings } = script
  const open = findings.filter(
    ({ rule, severity, count, accepted }) =>
      severity === 'high' && count > accepted && !allowed.includes(rule),
  )
  return [
    // The feed has the newest recalls only.
    ...(version?.withdrawal?.kind === 'security' && !isNamed
      ? [
          problem(
            'high',
            'recalled',
            id,
            `${name} was recalled: ${plain(version.withdrawal.reason)} Run "${typed('update')}".`,
          ),
        ]
      : []),
    ...(version?.withdrawal && version.withdrawal.kind !== 'security'
      ? [
          problem(
            'medium',
            'withdrawn',
            id,
            `${name} was withdrawn (${version.withdrawal.kind}): ${plain(version.withdrawal.reason)}`,
          ),
        ]
      : []),
    ...open.map(({ rule, title }) =>
      problem(
        'high',
        'finding',
        id,
        `${name}: ${title} [${rule}]. Read its report, then accept it in allowFindings or remove the script.`,
      ),
    ),
  ]
}
