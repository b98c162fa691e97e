import { installApi, type Deploy } from '#contract/scripts/install.ts'
import { updatesApi, type LatestVersion } from '#contract/scripts/updates.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { day } from '#platform/clock.ts'
import { cachedRoute, httpRoute, route } from '#platform/http/route.ts'
import { analysisTag } from '#server/archives/archives.public.ts'
import { recordDownload } from '#server/scripts/script-counters/counters.ts'
import { cardTag } from '#server/scripts/script-tags.ts'
import { createVersionLink } from '#server/scripts/versions/version-files.ts'

import { readInstall, readInstallation } from './read-install.ts'
import { readLatest, readUpdates, readUpdatesLua } from './read-updates.ts'
import { installTasks, recipeNotes, recipeSql, writeRecipe } from './recipe.rules.ts'
import { ensureLine, type Move, movesOf } from './server-cfg.rules.ts'

const latestTags = (id: number, latest: LatestVersion | null) => [
  cardTag(id),
  ...(latest ? [analysisTag(latest.sha256)] : []),
]

export const installRoutes = [
  cachedRoute(
    installApi.get,
    (_, { version, requires }) => [
      analysisTag(version.sha256),
      cardTag(version.scriptId),
      ...requires.flatMap(({ script }) => (script ? [cardTag(script.id)] : [])),
    ],
    ({ app, actor, params, addCacheTags }) => readInstall(app, actor, params.id, addCacheTags),
  ),
  route(installApi.deploy, ({ app, actor, params }) => createDeploy(app, actor, params.id)),
  cachedRoute(
    updatesApi.check,
    (_, { scripts }) => scripts.flatMap(({ id, latest }) => latestTags(id, latest)),
    ({ db, query }) => readUpdates(db, query.installed),
  ),
  cachedRoute(
    updatesApi.latest,
    ({ params }, { latest }) => latestTags(params.id, latest),
    ({ db, params }) => readLatest(db, params.id),
  ),
]

export const installFileRoutes = [
  httpRoute({
    method: 'GET',
    path: '/updates.lua',
    access: 'public',
    handle: async ({ app }) => ({
      // Shown as a text, so that it is read before it is used.
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
      body: await readUpdatesLua(app),
    }),
  }),
]

/** txAdmin downloads a file for at most 150 seconds. */
const largeSize = 500 * 1024 ** 2

/** A URL for programs that send no headers, with a recipe and commands that use it. Counts as a download. */
async function createDeploy(app: App, actor: Actor, id: number): Promise<Deploy> {
  const { install, resources, extension } = await readInstallation(app, actor, id)
  const { downloadUrl, expiresAt, fileName, fileSize, sha256 } = await createVersionLink(app, actor, id, day)
  await recordDownload(app, actor, install.script.id, 'recipe')
  const url = `${app.config.publicUrl}${downloadUrl}`
  const moves = movesOf(resources)
  const moved = new Set(moves.map(({ name }) => name))
  const ensure = install.ensure.filter((name) => moved.has(name))
  const sql = recipeSql(install.sql, moves)
  const hasRecipe = install.isZip && ensure.length > 0
  return {
    url,
    expiresAt,
    fileName,
    recipe: hasRecipe
      ? writeRecipe({
          server: install.server,
          name: install.script.name,
          version: install.version.number,
          author: install.script.author,
          url: `${app.config.publicUrl}/scripts/${install.script.id}`,
          tasks: installTasks(install.script.id, url, moves),
          sql,
          cfg: `${ensure.map(ensureLine).join('\n')}\n`,
        })
      : null,
    shell: writeShell({ scriptId: install.script.id, extension, url, sha256, moves }),
    notes: [
      ...(hasRecipe ? recipeNotes(sql) : [whyNoRecipe(install, extension)]),
      ...(hasRecipe && fileSize > largeSize
        ? ['txAdmin downloads a file for at most 150 seconds, which can be too short for this one.']
        : []),
      ...(resources.length > moves.length
        ? [`Not moved, because of the names of their folders: ${resources.length - moves.length}.`]
        : []),
    ],
  }
}

function whyNoRecipe({ isZip, state }: { isZip: boolean; state: string }, extension: string): string {
  if (!isZip) return `A recipe needs a .zip: txAdmin cannot unpack a .${extension}.`
  return state === 'done'
    ? 'There is no recipe, because no resource was found that can be started.'
    : 'There is no recipe, because the contents of the archive are not known.'
}

/** Commands for a Linux shell, in the folder that contains `resources`. Each one runs only if the one before succeeds. */
function writeShell({
  scriptId,
  extension,
  url,
  sha256,
  moves,
}: {
  scriptId: number
  extension: string
  url: string
  sha256: string
  moves: readonly Move[]
}): string {
  const folder = `script-${scriptId}`
  const archive = `${folder}.${extension}`
  const commands = [
    `curl --fail --location --output ${archive} ${quoted(url)}`,
    `echo ${quoted(`${sha256}  ${archive}`)} | sha256sum --check`,
    // 7-Zip reads RAR archives too.
    extension === 'zip' ? `unzip -q ${archive} -d ${folder}` : `7z x -o${folder} ${archive}`,
    'mkdir -p resources',
    ...moves.map(
      ({ name, path }) =>
        // -T: a folder that exists is not moved into, the command fails.
        `mv -T ${path === '' ? folder : quoted(`${folder}/${path}`)} ${quoted(`resources/${name}`)}`,
    ),
    ...(moves.length > 0 ? [`rm -rf ${folder} ${archive}`] : []),
  ]
  return `${commands.join(' &&\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
