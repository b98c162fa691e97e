import type { ResourceDescription } from '#contract/archives/analysis.ts'
import type { Install } from '#contract/scripts/install.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { describeFailure, readPackFiles, selectAnalysis } from '#server/archives/archives.public.ts'
import {
  convarsOf,
  notesOf,
  requirementsOf,
  serverNeedsOf,
} from '#server/scripts/versions/requirements.rules.ts'
import { findVersion, packOf, versionSummaryOf } from '#server/scripts/versions/read-version.ts'
import { linkProviders } from '#server/scripts/versions/providers.queries.ts'
import type { VersionRow } from '#server/scripts/versions/versions.queries.ts'
import { userTag } from '#server/access/access.public.ts'

import {
  orderResources,
  namedResources,
  ensureLine,
  isStartable,
  writeServerCfg,
} from './server-cfg.rules.ts'

const sqlMax = 100
const guidesMax = 5
const convarsMax = 50

const guideName = /(^|\/)(readme|read_me|install|installation|setup)\b[^/]*\.(md|txt)$/i

export async function readInstall(
  app: App,
  actor: Actor | null,
  id: number,
  addCacheTags: (...tags: CacheTag[]) => void,
): Promise<Install> {
  const { install, authorId } = await readInstallation(app, actor, id)
  addCacheTags(userTag(authorId))
  return install
}

/** With the resources that the reply does not list. */
export async function readInstallation(app: App, actor: Actor | null, id: number) {
  const row = await findVersion(app.db, actor, id)
  const { version, script } = row
  const analysis = await selectAnalysis(app.db, version.sha256)
  const state = analysis?.state ?? 'waiting'
  const resources = state === 'done' ? namedResources(version.fileName, analysis?.resources ?? []) : []
  const install: Install = {
    version: { ...versionSummaryOf(row), analysis: state },
    script: { id: version.scriptId, name: script.name, author: script.author },
    state,
    failure: state === 'failed' ? describeFailure(analysis?.failure ?? null) : null,
    ...(await describe(app, row, resources, analysis?.resourcesTotal ?? 0)),
    isZip: version.extension === 'zip',
  }
  return { install, resources, extension: version.extension, authorId: script.userId }
}

async function describe(
  app: App,
  row: VersionRow,
  resources: readonly ResourceDescription[],
  resourcesTotal: number,
) {
  const { version, script } = row
  const { publicUrl } = app.config
  const { order, cycles } = orderResources(resources)
  const ensure = order.filter(isStartable)
  const requires = await linkProviders(app.db, requirementsOf(resources))
  const server = serverNeedsOf(resources)
  const scriptUrl = (id: number) => `${publicUrl}/scripts/${id}`
  const paths = await pathsOf(app, row)
  const sql = paths.filter((path) => /\.sql$/i.test(path))
  const cfg = writeServerCfg({
    title: `${script.name} ${version.number}`,
    url: scriptUrl(version.scriptId),
    requires,
    needs: [
      ...(server.build === null ? [] : [`Needs server build ${server.build} or later`]),
      ...(server.gameBuild === null ? [] : [`Needs game build ${server.gameBuild}`]),
      // The server ignores `set onesync` in this file.
      ...(server.onesync
        ? [
            'Needs OneSync: txAdmin, Settings, FXServer; without txAdmin start the server with +set onesync on',
          ]
        : []),
    ],
    ensure,
    scriptUrl,
  })
  const notes = [
    ...folderNotes(resources),
    ...notesOf(resources),
    ...(sql.length > sqlMax ? [`${sql.length - sqlMax} more SQL files are not listed.`] : []),
    ...(resourcesTotal > resources.length
      ? [`${resourcesTotal - resources.length} more resources are not listed.`]
      : []),
  ]
  return {
    ensure,
    cycles,
    requires,
    server,
    convars: convarsOf(resources).slice(0, convarsMax),
    sql: sql.slice(0, sqlMax),
    guides: paths
      .filter((path) => guideName.test(path))
      .toSorted((a, b) => a.split('/').length - b.split('/').length)
      .slice(0, guidesMax),
    notes,
    cfg,
    commands: ensure.length === 0 ? '' : `${['refresh', ...ensure.map(ensureLine)].join('\n')}\n`,
  }
}

/** Sentences about folders that do not have the name of their resource, or one that cannot be started. */
function folderNotes(resources: readonly ResourceDescription[]): string[] {
  const names = resources.map(({ name }) => name)
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  return [
    ...resources
      .filter(({ path }) => path === '')
      .map(({ name }) => `The manifest is not in a folder: unpack the archive into a folder named ${name}.`),
    ...[...new Set(names)]
      .filter((name) => !isStartable(name))
      .map((name) => `Rename the folder ${name}: server.cfg cannot start a folder with this name.`),
    ...repeated.map((name) => `Several folders are named ${name}: your server starts one of them.`),
  ]
}

/** The paths in the index of the archive. Empty when the archive was removed. */
async function pathsOf(app: App, row: VersionRow): Promise<string[]> {
  const pack = packOf(row)
  return pack ? (await readPackFiles(app, pack)).map(({ path }) => path).toSorted() : []
}
