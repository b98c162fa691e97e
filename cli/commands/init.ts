import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { identifyApi, identifyLimits, type Identified } from '#contract/identify.ts'
import { CliError } from '#cli/cli-error.ts'
import { hashFile, findResources, listFiles } from '#cli/disk/read-folder.ts'
import { runExclusively } from '#cli/disk/run-exclusively.ts'
import { replaceFile } from '#cli/disk/write-file.ts'
import { emptyLock, lockText } from '#cli/files/lock.ts'
import { placeAt } from '#cli/files/place.ts'
import { defaultFolder, Hub, projectText, type Project } from '#cli/files/project.ts'
import { openHub } from '#cli/hub/hub.ts'
import { lockOf, resolveScripts } from '#cli/hub/resolve.ts'
import { configuredHub } from '#cli/program.ts'
import { plain, type Output } from '#cli/terminal/output.ts'

import { folderOf, outputOf, type Globals } from './context.ts'

type Options = Globals & { fromDisk?: boolean }

/** Writes scripthaven.json and scripthaven.lock into the server's data folder. */
export async function init(hubArgument: string | undefined, options: Options): Promise<void> {
  const output = outputOf(options)
  const place = placeAt(folderOf(options))
  if (existsSync(place.project)) throw new CliError(`${place.project} exists already.`)
  if (!existsSync(join(place.root, 'resources')))
    throw new CliError(
      `${place.root} has no folder "resources". Run this in the server's data folder, or create that folder if the server is new.`,
    )
  const hub = await findHub(hubArgument, output)
  const project: Project = { hub, scripts: {}, folder: defaultFolder, cooldown: '3d' }
  await runExclusively(place, async () => {
    const recognised = options.fromDisk ? await recognise(hub, join(place.root, 'resources'), output) : []
    for (const { id, number } of recognised) project.scripts[id] = number
    const before = emptyLock(hub)
    const lock =
      recognised.length === 0
        ? before
        : lockOf(await resolveScripts({ hub: openHub(hub), place, project }), before)
    replaceFile(place.lock, lockText(lock))
    replaceFile(place.project, projectText(project))
    const next =
      recognised.length > 0
        ? 'Run "scripthaven sync" to install these versions into the folder. Your changes of configuration are taken over; remove the old folders afterwards.'
        : 'Add scripts with "scripthaven add ID", where ID is the number in the URL of a script.'
    output.say(
      [
        `Wrote scripthaven.json and scripthaven.lock for ${hub}.`,
        next,
        'server.cfg needs one line: exec scripthaven.cfg',
      ].join('\n'),
    )
    if (options.json) output.result('', { hub, scripts: recognised })
  })
}

async function findHub(argument: string | undefined, output: Output): Promise<string> {
  const text =
    argument ??
    configuredHub() ??
    (await output.ask('URL of the hub: ', 'Name it: scripthaven init https://hub.example'))
  const parsed = Hub.safeParse(text.replace(/\/+$/, ''))
  if (!parsed.success)
    throw new CliError(`${text} is not the URL of a hub. It looks like https://hub.example`)
  return parsed.data
}

type Recognised = {
  id: number
  name: string
  number: string
  resources: string[]
  matched: number
  files: number
}

/** The scripts whose files are in the resources of a server, by their hashes. */
async function recognise(hub: string, resources: string, output: Output): Promise<Recognised[]> {
  const files = [...findResources(resources)].flatMap(([name, folder]) =>
    (listFiles(folder) ?? []).map((path) => ({ resource: name, sha256: hashFile(join(folder, path)) })),
  )
  const resourcesOf = new Map<string, Set<string>>()
  for (const { resource, sha256 } of files)
    resourcesOf.set(sha256, (resourcesOf.get(sha256) ?? new Set()).add(resource))
  const hashes = [...resourcesOf.keys()]
  const best = new Map<number, Recognised>()
  for (let at = 0; at < hashes.length; at += identifyLimits.hashesMax) {
    const part = hashes.slice(at, at + identifyLimits.hashesMax)
    const { scripts } = await openHub(hub).call(identifyApi, { body: { hashes: part } })
    for (const script of scripts) note(script, part)
  }
  const claimed = new Set<string>()
  const recognised = [...best.values()]
    .filter(({ matched, files: all }) => matched * 2 >= all)
    .toSorted((a, b) => b.matched / b.files - a.matched / a.files || b.matched - a.matched)
    // A folder is one script: others share some of its files.
    .filter(({ resources: names }) => {
      const own = names.filter((name) => !claimed.has(name))
      for (const name of own) claimed.add(name)
      return own.length > 0
    })
  output.say(
    recognised.length === 0
      ? 'No installed resource is known to the hub.'
      : [
          'Recognised:',
          ...recognised.map(
            ({ id, name, number, matched, files: all }) =>
              `  ${id} ${plain(name)} ${number} (${matched} of ${all} files unchanged)`,
          ),
        ].join('\n'),
  )
  return recognised

  function note(script: Identified['scripts'][number], part: readonly string[]): void {
    const [version] = script.versions
    if (!version) return
    const other = best.get(script.id)
    if (other && other.matched >= version.matched) return
    const names = new Set(script.hashes.flatMap((index) => [...(resourcesOf.get(part[index] ?? '') ?? [])]))
    const { number, matched, files: all } = version
    best.set(script.id, {
      id: script.id,
      name: script.name,
      number,
      matched,
      files: all,
      resources: [...names].toSorted(),
    })
  }
}
