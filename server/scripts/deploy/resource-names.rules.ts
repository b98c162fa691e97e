import type { ResourceDescription } from '#contract/archives/analysis.ts'

import { isStartable } from './server-cfg.rules.ts'

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
