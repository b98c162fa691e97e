import type { ResourceDescription } from '#contract/archives/analysis.ts'
import type { RequiredResource } from '#contract/scripts/install.ts'

/** One line of a file of commands has no quotes, line breaks, separators or variables. */
const startable = /^(?!.*\.\.)[\p{L}\p{N}_](?:[\p{L}\p{N}_.+ -]{0,98}[\p{L}\p{N}_+-])?$/u

/** Returns whether a name from an archive may be a command's argument, a folder, and a part of a path. */
export function isStartable(name: string): boolean {
  return startable.test(name)
}

export function ensureLine(name: string): string {
  return `ensure ${/^[\w.+-]+$/.test(name) ? name : `"${name}"`}`
}

/** The lines for server.cfg: what must be started before as comments, then the resources. */
export function writeServerCfg({
  title,
  url,
  requires,
  needs,
  ensure,
  scriptUrl,
}: {
  title: string
  url: string
  requires: readonly RequiredResource[]
  /** Other lines of comments. */
  needs: readonly string[]
  ensure: readonly string[]
  scriptUrl: (id: number) => string
}): string {
  if (ensure.length === 0) return ''
  const before = requires.filter(
    ({ name, isDeclared, kind }) => isStartable(name) && (isDeclared || kind !== 'resource'),
  )
  return [
    `# ${commentText(title)}`,
    `# ${url}`,
    ...needs.map((need) => `# ${commentText(need)}`),
    ...(before.length > 0 ? ['# Start these before:'] : []),
    ...before.map(({ name, script, home }) => {
      const providerUrl = script ? scriptUrl(script.id) : home
      return `# ${ensureLine(name)}${providerUrl === null ? '' : ` # ${providerUrl}`}`
    }),
    ...ensure.map(ensureLine),
    '',
  ].join('\n')
}

/** A comment ends with its line. txAdmin replaces {{names}} in the file. */
export function commentText(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('{{', '{ {')
    .trim()
}

/** The resources, and those in the root of the archive with the name that their folder should get. */
export function namedResources(
  fileName: string,
  resources: readonly ResourceDescription[],
): ResourceDescription[] {
  return resources.map((resource) =>
    resource.name === '' ? { ...resource, name: rootNameOf(fileName) } : resource,
  )
}

/** The name of the archive without its extension, version and branch. */
function rootNameOf(fileName: string): string {
  const stem = fileName.replace(/\.(zip|7z|rar)$/i, '').replace(/([-_ ]v?\d+(\.\d+)*|-main|-master)+$/i, '')
  return isStartable(stem) ? stem : 'resource'
}
