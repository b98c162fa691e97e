import { typed } from '#cli/program.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { CliError } from '#cli/cli-error.ts'
import { findResources } from '#cli/disk/read-folder.ts'
import { runExclusively } from '#cli/disk/run-exclusively.ts'
import { replaceFile } from '#cli/disk/write-file.ts'
import { emptyLock, lockText } from '#contract/scripts/lock-file.ts'
import { isResourceName } from '#cli/files/lock.ts'
import { placeAt, type Place } from '#cli/files/place.ts'
import { defaultFolder, defaultRange, Hub, projectText, type Project } from '#cli/files/project.ts'
import { openHub, type Hub as HubConnection } from '#cli/hub/hub.ts'
import { lockOf, warnOfProblems } from '#cli/hub/resolve.ts'
import { configuredHub } from '#cli/program.ts'
import { countText } from '#scan/count-text.ts'
import { plain, type Output } from '#cli/terminal/output.ts'

import { resolveWithChoices } from './choose-providers.ts'
import { folderOf, outputOf, type Globals } from './context.ts'
import { readHashes, recognise, type Recognised } from './recognise.ts'

type Options = Globals & { fromDisk?: boolean }

/** Writes scripthaven.json and scripthaven.lock into the server's data folder. */
export async function init(hubArgument: string | undefined, options: Options): Promise<void> {
  const output = outputOf(options)
  const place = placeAt(folderOf(options))
  if (existsSync(place.project))
    throw new CliError(
      `${place.project} exists already. Add scripts with "${typed('add ID')}", or delete it to start again.`,
    )
  if (!existsSync(join(place.root, 'resources')))
    throw new CliError(
      `${place.root} has no folder "resources". Run this in the server's data folder, or create that folder if the server is new.`,
    )
  const hubUrl = await findHub(hubArgument, output)
  const hub = openHub(hubUrl)
  const project: Project = { hub: hubUrl, scripts: {}, folder: defaultFolder, cooldown: '3d' }
  await runExclusively(place, async () => {
    const recognised = options.fromDisk ? await recogniseAll(hub, place) : []
    if (options.fromDisk) output.say(describe(recognised))
    for (const { id, number } of recognised) project.scripts[id] = number
    const before = emptyLock(hubUrl)
    const folders = new Map(
      recognised.flatMap(({ id, resources: [name, ...more] }) =>
        name !== undefined && more.length === 0 && isResourceName(name) ? [[id, name] as const] : [],
      ),
    )
    let lock = before
    if (recognised.length > 0) {
      const { resolution, providers } = await resolveWithChoices(
        { hub, place, lock, output },
        { project, locked: {} },
        output.canAsk ? 'ask' : 'take',
      )
      warnOfProblems(resolution, output)
      if (providers) project.providers = providers
      lock = lockOf(resolution, before, folders)
    }
    // These versions are locked; `update` finds later ones.
    for (const { id, number } of recognised) project.scripts[id] = defaultRange(number)
    replaceFile(place.lock, lockText(lock))
    replaceFile(place.project, projectText(project))
    const next =
      recognised.length > 0
        ? `Run "${typed('sync')}" to install these versions into the folder. Your changes of configuration are taken over; remove the old folders afterwards.`
        : `Add scripts with "${typed('add ID')}", where ID is the number in the URL of a script.`
    output.say(
      [
        `Wrote scripthaven.json and scripthaven.lock for ${hubUrl}.`,
        next,
        'server.cfg needs one line: exec scripthaven.cfg',
      ].join('\n'),
    )
    if (options.json) output.result('', { hub: hubUrl, scripts: recognised })
  })
}

/** What can be installed: a script that was taken down has no version. */
async function recogniseAll(hub: HubConnection, { root }: Place): Promise<Recognised[]> {
  const folders = findResources(join(root, 'resources'))
  const hashes = new Map(folders.map(([name, folder]) => [name, readHashes(folder)]))
  return (await recognise(hub, hashes)).filter(({ removal }) => removal === null)
}

async function findHub(argument: string | undefined, output: Output): Promise<string> {
  const text =
    argument ??
    configuredHub() ??
    (await output.ask('URL of the hub: ', `Name it: ${typed('init https://hub.example')}`))
  const parsed = Hub.safeParse(text.replace(/\/+$/, ''))
  if (!parsed.success)
    throw new CliError(`${text} is not the URL of a hub. It looks like https://hub.example`)
  return parsed.data
}

function describe(recognised: readonly Recognised[]): string {
  if (recognised.length === 0) return 'No installed resource is known to the hub.'
  const lines = recognised.map(
    ({ id, name, number, matched, files }) =>
      `  ${id} ${plain(name)} ${number} (${matched} of ${countText(files, 'file')} unchanged)`,
  )
  return ['Recognised:', ...lines].join('\n')
}
