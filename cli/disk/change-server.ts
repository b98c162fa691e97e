import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

import { CliError, exitCodes, explainDiskError } from '#cli/cli-error.ts'
import { configurationOf } from '#cli/files/configuration.ts'
import { hashFiles, otherHashes, readInstalled, type Installed } from '#cli/files/installed.ts'
import { lockText, type LockedScript } from '#contract/scripts/lock-file.ts'
import { readLock, type Lock } from '#cli/files/lock.ts'
import { foldPath } from '#cli/files/names.ts'
import type { Place } from '#cli/files/place.ts'
import { projectText, type Project } from '#cli/files/project.ts'
import { readText } from '#cli/files/read-json.ts'
import { serverCfg } from '#cli/files/server-cfg.ts'
import type { Hub } from '#cli/hub/hub.ts'
import type { Output } from '#cli/terminal/output.ts'

import { compareFolder, compareInstalled } from './compare-folder.ts'
import { commit, recordName, stageRecord, type Move } from './journal.ts'
import { emptyChanges, keepChanges, type KeptChanges } from './keep-changes.ts'
import type { PreparedScript } from './prepare-scripts.ts'
import { findResources } from './read-folder.ts'
import { writeSynced } from './write-file.ts'

export type ChangeRequest = {
  place: Place
  hub: Hub
  output: Output
  /** The URL of this program, for its threads. */
  program: string
  project: Project
  /** What shall be installed; `resources` and `sql` of changed scripts are found in their archives. */
  lock: Lock
  /** For changes of scripthaven.json; otherwise it stays as people wrote it. */
  writesProject: boolean
  /** Replaces files that the owner changed. */
  overwrites: boolean
}

export type ChangeResult = KeptChanges & {
  installed: string[]
  removed: string[]
  isChanged: boolean
  /** Other resources with files that differ from what was published. */
  differing: string[]
  /** Files of removed resources that the owner changed or added. */
  lost: string[]
  /** Installed scripts that need one which waits for a decision of the owner. */
  waiting: { name: string; users: string[] }[]
}

/** Makes the disk equal to a lock. Each resource has its old or its new folder at any moment. */
export async function changeServer(request: ChangeRequest): Promise<ChangeResult> {
  const { place, project, output } = request
  const installed = readInstalled(place.installed)
  const folder = join(place.root, project.folder)
  const { incomplete, differing } = compareInstalled(folder, installed, request)
  for (const { script } of otherHashes(request.lock, installed)) incomplete.add(script)
  const changed = Object.entries(request.lock.scripts).filter(
    ([id, script]) => installed.scripts[id]?.sha256 !== script.sha256 || incomplete.has(Number(id)),
  )
  const prepared = changed.length === 0 ? new Map<string, PreparedScript>() : await prepare(request, changed)
  const kept = keepAll(request, folder, installed, prepared)
  const next = describeNext(request, installed, prepared)
  warnAboutOthers(next.lock, place, project, output)
  const lost = checkRemoved(request, folder, installed, next.installed)
  const result = {
    ...kept,
    lost,
    waiting: waitingOf(changed, prepared),
    // Not in the order in which downloads end.
    installed: Object.keys(request.lock.scripts).filter((id) => prepared.has(id)),
    ...swap(request, folder, installed, prepared, next),
    differing: differing.filter((name) => {
      const script = next.installed.resources[name]?.script
      return script !== undefined && !prepared.has(String(script))
    }),
  }
  rmSync(place.staging, { recursive: true, force: true })
  return result
}

async function prepare(request: ChangeRequest, changed: readonly [string, LockedScript][]) {
  const { staging } = request.place
  mkdirSync(staging, { recursive: true })
  // Most runs change nothing, and need none of this.
  const { prepareScripts } = await import('./prepare-scripts.ts')
  return prepareScripts(request, changed).catch((error: unknown) => {
    const known = explainDiskError(error) ?? error
    // Archives are kept for the next run, unless they fill the disk.
    if (known instanceof CliError && known.code === exitCodes.disk)
      rmSync(staging, { recursive: true, force: true })
    throw known
  })
}

/** Takes over the owner's changes, and takes out of the change what waits for a decision. */
function keepAll(
  { project, overwrites, place, output }: ChangeRequest,
  folder: string,
  installed: Installed,
  prepared: Map<string, PreparedScript>,
): KeptChanges {
  const all = emptyChanges()
  const resources = findResources(join(place.root, 'resources'))
  for (const [id, { unpacked, folder: staged }] of prepared) {
    const own = emptyChanges()
    for (const [name, after] of Object.entries(unpacked.resources)) {
      // A resource that was installed by hand in another folder brings its changes along.
      const same = installed.resources[name] ? [] : resources.filter(([other]) => other === name)
      const others = same.map(([, path]) => path)
      if (others.length > 1)
        output.warn(
          `Several folders have the resource ${name}. Your changes are taken from the last of these:`,
          others.map((path) => shortPath(place, path)),
        )
      const folders = { current: others.at(-1) ?? join(folder, name), staged: join(staged, name) }
      const kept = keepChanges({
        name,
        ...folders,
        before: installed.resources[name]?.files,
        after,
        originals: place.originals,
        isConfiguration: configurationOf(name, {
          patterns: project.configuration,
          folders: Object.values(folders),
        }),
        overwrites,
      })
      addAll(own, kept)
    }
    const isBlocked = own.blocked.length > 0 && !overwrites
    if (isBlocked) prepared.delete(id)
    // What waits for a decision is not merged either.
    addAll(all, isBlocked ? { ...emptyChanges(), blocked: own.blocked } : { ...own, blocked: [] })
  }
  return all
}

function addAll(all: KeptChanges, more: KeptChanges): void {
  for (const key of ['merged', 'conflicts', 'blocked', 'dropped'] as const) all[key].push(...more[key])
}

function describeNext(
  { lock, place, project }: ChangeRequest,
  installed: Installed,
  prepared: ReadonlyMap<string, PreparedScript>,
): { lock: Lock; installed: Installed } {
  const old = readLock(place.lock, project)
  const next: Lock = { ...lock, scripts: {}, resources: {}, sql: {}, start: [] }
  const state: Installed = { scripts: {}, resources: {} }
  const owners = new Map<string, string>()
  /** Names that differ in case only are one folder on Windows. */
  const claim = (resource: string, owner: string) => {
    const other = owners.get(foldPath(resource))
    if (other !== undefined)
      throw new CliError(
        `${owner} and ${other} both have a resource named ${resource}: a server can have one of them. Leave one script out.`,
      )
    owners.set(foldPath(resource), owner)
  }
  for (const [id, wanted] of Object.entries(lock.scripts)) {
    const script = Number(id)
    const unpacked = prepared.get(id)?.unpacked
    const current = installed.scripts[id]
    const isNew = unpacked !== undefined
    // A script that waits for a decision stays as it is, or out.
    const locked = isNew || current?.sha256 === wanted.sha256 ? wanted : old.scripts[id]
    if (!locked || (!isNew && !current)) continue
    next.scripts[id] = locked
    if (unpacked) {
      const { sha256, versionId, version } = locked
      const installedAt = current?.sha256 === sha256 ? current.installedAt : new Date().toISOString()
      state.scripts[id] = { versionId, version, sha256, installedAt }
      for (const [name, files] of Object.entries(unpacked.resources)) {
        claim(name, locked.name)
        next.resources[name] = { script, sha256: hashFiles(files) }
        state.resources[name] = { script, files }
      }
      for (const [path, hash] of Object.entries(unpacked.sql))
        next.sql[`${id}:${path}`] = { script, sha256: hash }
      checkHashes(lock, next, id)
    } else if (current) {
      state.scripts[id] = current
      for (const [name, resource] of Object.entries(installed.resources))
        if (resource.script === script) {
          claim(name, locked.name)
          state.resources[name] = resource
          next.resources[name] = { script, sha256: hashFiles(resource.files) }
        }
      for (const [key, sql] of Object.entries(old.sql)) if (sql.script === script) next.sql[key] = sql
    }
  }
  const names = Object.keys(next.resources)
  const ordered = lock.start.filter((name) => names.includes(name))
  next.start = [...ordered, ...names.filter((name) => !ordered.includes(name)).toSorted()]
  return { lock: next, installed: state }
}

/** A lock that names the archive must name its resources, too. */
function checkHashes(wanted: Lock, actual: Lock, id: string): void {
  const isOfScript = ([, { script }]: [string, { script: number }]) => String(script) === id
  for (const [name, { sha256 }] of Object.entries(wanted.resources).filter(isOfScript))
    if (actual.resources[name]?.sha256 !== sha256)
      throw new CliError(
        `scripthaven.lock has another hash for the resource ${name} than its archive. It was changed by hand; restore it.`,
      )
}

function warnAboutOthers({ resources }: Lock, place: Place, project: Project, output: Output): void {
  const own = join(place.root, project.folder)
  const others = findResources(join(place.root, 'resources')).flatMap(([name, path]) =>
    name in resources && path !== join(own, name) ? [shortPath(place, path)] : [],
  )
  if (others.length > 0)
    output.warn(
      `The server has resources of ${project.folder} in other folders, too. It starts one of each name: remove the other.`,
      others,
    )
}

const shortPath = ({ root }: Place, path: string) => relative(root, path).replaceAll('\\', '/')

/** The new version of a script may not work with the old one of what it needs. */
function waitingOf(
  changed: readonly [string, LockedScript][],
  prepared: ReadonlyMap<string, PreparedScript>,
): ChangeResult['waiting'] {
  return changed.flatMap(([id, { name }]) => {
    if (prepared.has(id)) return []
    const users = [...prepared.values()].filter(({ script }) =>
      Object.values(script.needs).includes(Number(id)),
    )
    return users.length === 0 ? [] : [{ name, users: users.map(({ script }) => script.name).toSorted() }]
  })
}

function removedOf(before: Installed, after: Installed): string[] {
  return Object.keys(before.resources).filter((name) => !(name in after.resources))
}

/** What the owner would lose with the resources that are removed. A git checkout is not removed unasked. */
function checkRemoved(
  { overwrites }: ChangeRequest,
  folder: string,
  installed: Installed,
  next: Installed,
): string[] {
  return removedOf(installed, next).flatMap((name) => {
    const { changed, added } = compareFolder(join(folder, name), installed.resources[name]?.files ?? {})
    const own = [...changed, ...added]
    const isCheckout = own.some((path) => path === '.git' || path.startsWith('.git/'))
    if (isCheckout && !overwrites)
      throw new CliError(
        `${join(folder, name)} is a git checkout, and would be removed. Nothing was changed. Move it away, or use --overwrite.`,
        exitCodes.undecided,
      )
    return own.map((path) => `${name}/${path}`)
  })
}

function swap(
  { place, project, writesProject }: ChangeRequest,
  folder: string,
  installed: Installed,
  prepared: ReadonlyMap<string, PreparedScript>,
  next: { lock: Lock; installed: Installed },
): Pick<ChangeResult, 'removed' | 'isChanged'> {
  const backup = join(place.rollback, new Date().toISOString().replaceAll(/[:.]/g, '-'))
  const added: Move[] = [...prepared.values()].flatMap(({ unpacked, folder: staged }) =>
    Object.keys(unpacked.resources).map((name) => ({
      target: join(folder, name),
      staged: join(staged, name),
      backup: join(backup, 'resources', name),
    })),
  )
  const removedNames = removedOf(installed, next.installed)
  const removed: Move[] = removedNames.map((name) => ({
    target: join(folder, name),
    staged: null,
    backup: join(backup, 'resources', name),
  }))
  const projectAfter = writesProject ? projectText(project) : (readText(place.project) ?? '')
  const texts: [path: string, text: string][] = [
    [place.project, projectAfter],
    [place.lock, lockText(next.lock)],
    [place.cfg, serverCfg(next.lock)],
    [place.installed, JSON.stringify(next.installed)],
  ]
  const files = texts.filter(([path, text]) => readText(path) !== text)
  if (files.length === 0 && added.length === 0 && removed.length === 0)
    return { removed: [], isChanged: false }
  const old = texts.map(([path]) => readText(path))
  const staged = stageFiles(place, files)
  const folders = [...added, ...removed]
  const record = {
    moves: folders.map(({ target }) => ({ target, existed: existsSync(target) })),
    texts: texts.map(([path], index) => [path, old[index] ?? null]),
    projectAfter,
  }
  const records = folders.length > 0 ? [stageRecord(place, backup, record)] : []
  commit(place, [...folders, ...staged, ...records], 'change')
  if (folders.length > 0) removeOldBackups(place, backup)
  removeUnusedOriginals(place, next)
  return { removed: removedNames, isChanged: true }
}

/** Written before the swap, which then needs no space. */
function stageFiles({ staging }: Place, files: readonly [path: string, text: string][]): Move[] {
  mkdirSync(staging, { recursive: true })
  return files.map(([target, text], index) => {
    const staged = join(staging, `file-${index}`)
    writeSynced(staged, text)
    return { target, staged, backup: null }
  })
}

function removeOldBackups({ rollback }: Place, newest: string): void {
  for (const name of readdirSync(rollback))
    if (join(rollback, name) !== newest) rmSync(join(rollback, name), { recursive: true, force: true })
}

/** Of versions that are neither installed nor stored for a rollback. */
function removeUnusedOriginals(
  { originals, rollback }: Place,
  { lock, installed }: { lock: Lock; installed: Installed },
): void {
  if (!existsSync(originals)) return
  const used = new Set([
    ...Object.values(lock.sql).map(({ sha256 }) => sha256),
    ...Object.values(installed.resources).flatMap(({ files }) =>
      Object.values(files).map(({ sha256 }) => sha256),
    ),
  ])
  const backups = existsSync(rollback)
    ? readdirSync(rollback).map((name) => readText(join(rollback, name, recordName)) ?? '')
    : []
  for (const name of readdirSync(originals))
    if (!used.has(name) && !backups.some((text) => text.includes(name)))
      rmSync(join(originals, name), { force: true })
}
