import { typed } from '#cli/program.ts'
import { join } from 'node:path'

import type { ResolvedScript } from '#contract/scripts/resolve.ts'
import { toolFeedsApi, type BlocklistContent, type RecallFeed } from '#contract/site/tool-feeds.ts'
import { CliError, exitCodes, type ExitCode } from '#cli/cli-error.ts'
import { compareFolder, isPublished } from '#cli/disk/compare-folder.ts'
import { otherHashes, readInstalled, type Installed } from '#cli/files/installed.ts'
import type { Lock } from '#cli/files/lock.ts'
import { defaultRange } from '#cli/files/project.ts'
import { readBlocklist } from '#cli/hub/read-blocklist.ts'
import { readPublished, versionsOf } from '#cli/hub/resolve.ts'
import { paint, plain } from '#cli/terminal/output.ts'

import { blockedFileRule, blockedFilesOf, checkBlockedFiles } from './audit-blocked.ts'
import { checkOthers, findOthers } from './audit-others.ts'
import { levels, problem, type Problem } from './audit-problem.ts'
import { openContext, type Context, type Globals } from './context.ts'

/** Compares the disk with what was published, and the lock with what the hub says today. */
export async function audit(options: Globals & { failOn?: string }): Promise<ExitCode> {
  const { failOn = 'medium' } = options
  const limit = levels.findIndex((level) => level === failOn)
  if (limit < 0) throw new CliError(`--fail-on takes high, medium or low, not "${failOn}".`)
  const context = openContext(options)
  const installed = readInstalled(context.place.installed)
  const resources = compareResources(context, installed)
  const disk = [...compareWithLock(context.lock, installed), ...resources.flatMap(differencesOf)]
  let failure: CliError | undefined
  const hub = await checkHub(context, resources).catch((error: unknown) => {
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

type ComparedResource = ReturnType<typeof compareResources>[number]

/** The installed resources, and what differs on the disk. */
function compareResources({ place, project }: Context, { resources }: Installed) {
  return Object.entries(resources).map(([name, { script, files }]) => {
    const folder = join(place.root, project.folder, name)
    return { name, script, files, folder, ...compareFolder(folder, files) }
  })
}

function differencesOf({
  name,
  script,
  files,
  folder,
  missing: lost,
  changed,
  added,
}: ComparedResource): Problem[] {
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

async function checkHub(context: Context, resources: readonly ComparedResource[]): Promise<Problem[]> {
  const { lock } = context
  const others = findOthers(context)
  if (Object.keys(lock.scripts).length + others.length === 0) return []
  const blocklist = await readBlocklist(context)
  const blocked = blockedFilesOf(blocklist)
  const published = await readPublished(context, versionsOf(lock))
  return [
    ...checkRevision(blocklist),
    ...(await checkLocked(context, published, blocklist)),
    ...checkBlockedFiles(resources, { blocked, lock, published }),
    ...(await checkOthers(context, others, blocked)),
  ]
}

/** An older one lacks what was added since. */
function checkRevision({ revision, known }: { revision: number; known: number }): Problem[] {
  if (revision >= known) return []
  const text = `The hub sent an older blocklist (revision ${revision}) than before (revision ${known}), which may lack entries. Run the command again; if that changes nothing, ask its administrators. If they restored a backup, delete scripthaven/blocklist.json.`
  return [problem('high', 'old-blocklist', undefined, text)]
}

async function checkLocked(
  { hub, project, lock }: Context,
  published: ReadonlyMap<number, ResolvedScript>,
  blocklist: BlocklistContent,
): Promise<Problem[]> {
  if (Object.keys(lock.scripts).length === 0) return []
  const recalls = await hub.call(toolFeedsApi.recalls, {})
  return Object.entries(lock.scripts).flatMap(([id, locked]) => {
    const name = `${plain(locked.name)} ${locked.version}`
    const script = Number(id)
    const resolved = published.get(script)
    const isSame = resolved?.version?.sha256 === locked.sha256
    // Another script with the same archive may be recalled, taken down or blocked.
    const recall = recalls.items.find(
      ({ _scripthaven: item }) => item.scriptId === script && item.sha256 === locked.sha256,
    )
    const advice = updateAdvice(project.scripts[id], locked.version)
    return [
      ...(!isSame && blocklist.archives.includes(locked.sha256)
        ? [problem('high', 'blocked', script, `The archive of ${name} is on the blocklist of the hub.`)]
        : []),
      ...(recall ? [problem('high', 'recalled', script, describeRecall(name, recall, advice))] : []),
      ...(resolved?.version
        ? isSame
          ? checkVersion(resolved, name, {
              allowed: project.allowFindings?.[id] ?? [],
              isNamed: recall !== undefined,
              advice,
            })
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
}

/** `update` does not leave a version that scripthaven.json names. */
function updateAdvice(range: string | undefined, version: string): string {
  const run = `Run "${typed('update')}".`
  if (range !== version) return run
  const other = defaultRange(version)
  return `scripthaven.json asks for exactly this version. Write ${other === version ? 'latest' : other} there. ${run}`
}

function describeRecall(
  name: string,
  { content_text: text, _scripthaven: recall }: RecallFeed['items'][number],
  advice: string,
): string {
  const what = recall.kind === 'recalled' ? 'was recalled' : 'was taken down'
  // The text of the feed names the replacement.
  return `${name} ${what}: ${plain(text)}${recall.replacement ? ` ${advice}` : ''}`
}

function checkVersion(
  script: ResolvedScript,
  name: string,
  { allowed, isNamed, advice }: { allowed: readonly string[]; isNamed: boolean; advice: string },
): Problem[] {
  const { id, version, findings } = script
  const open = findings.filter(
    ({ rule, severity, count, accepted }) =>
      severity === 'high' && rule !== blockedFileRule && count > accepted && !allowed.includes(rule),
  )
  return [
    // The feed has the newest recalls only.
    ...(version?.withdrawal?.kind === 'security' && !isNamed
      ? [
          problem(
            'high',
            'recalled',
            id,
            `${name} was recalled: ${plain(version.withdrawal.reason)} ${advice}`,
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
