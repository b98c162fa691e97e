import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { ClientBuild, PageRenderer } from '#contract/pages.ts'
import { unavailable } from '#platform/failures.ts'
import { programFolder } from '#platform/version.ts'

export type BuiltPages = { renderer: PageRenderer; build: ClientBuild | undefined }

/** The web app's own code for the server, as `npm run build` left it. */
export async function loadBuiltPages(): Promise<BuiltPages> {
  const built = join(programFolder, 'dist/server/entry-server.js')
  const manifest = join(programFolder, 'dist/client/.vite/manifest.json')
  const [module, text]: [unknown, string] = await Promise.all([
    import(pathToFileURL(built).href),
    readFile(manifest, 'utf8'),
  ]).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    throw unavailable('The pages are not built. Run npm run build, then start again.', 60)
  })
  const build: ClientBuild = JSON.parse(text)
  return { renderer: requireRenderer(module), build }
}

/** The module comes from a build, so its shape is checked where it enters. */
export function requireRenderer(module: unknown): PageRenderer {
  if (!isRenderer(module)) throw new Error('The build of the pages is of another version. Run npm run build.')
  return module
}

function isRenderer(module: unknown): module is PageRenderer {
  if (typeof module !== 'object' || module === null) return false
  return ['canonicalAddress', 'render', 'answerReadsBy', 'firstPaintScript'].every((name) => name in module)
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(String(error.code))
  )
}
