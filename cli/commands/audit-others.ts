import { join, relative } from 'node:path'

import { removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import { findResources } from '#cli/disk/read-folder.ts'
import { readInstalled } from '#cli/files/installed.ts'
import { readPublished } from '#cli/hub/resolve.ts'
import { plain } from '#cli/terminal/output.ts'

import { blockedFile, keepsBlockedFiles, type BlockedFiles } from './audit-blocked.ts'
import { problem, type Problem } from './audit-problem.ts'
import type { Context } from './context.ts'
import { readHashes, recognise } from './recognise.ts'

type OtherResource = { path: string; folder: string }

/** The resources of the server that this program did not install. */
export function findOthers({ place, project }: Context): OtherResource[] {
  const { resources } = readInstalled(place.installed)
  return findResources(join(place.root, 'resources')).flatMap(([name, folder]) =>
    name in resources && folder === join(place.root, project.folder, name)
      ? []
      : [{ path: relative(place.root, folder).replaceAll('\\', '/'), folder }],
  )
}

/** What the hub says of their files: no lock names their versions. */
export async function checkOthers(
  context: Context,
  others: readonly OtherResource[],
  blockedFiles: BlockedFiles,
): Promise<Problem[]> {
  const hashesOf = new Map(others.map(({ path, folder }) => [path, readHashes(folder)]))
  const recognised = await recognise(context.hub, hashesOf)
  const blocked = [...hashesOf].flatMap(([resource, hashes]) =>
    [...hashes].flatMap(([hash, path]) => (blockedFiles.has(hash) ? [{ resource, hash, path }] : [])),
  )
  const origins = recognised.filter(({ resources }) =>
    blocked.some(({ resource }) => resources.includes(resource)),
  )
  const published = await readPublished(
    context,
    Object.fromEntries(origins.map(({ id, number }) => [id, number])),
  )
  const keepsFile = ({ resource, hash }: { resource: string; hash: string }) =>
    origins.some(
      ({ id, resources, hashes }) =>
        resources.includes(resource) && hashes.has(hash) && keepsBlockedFiles(published.get(id)),
    )
  const versions = recognised.flatMap(({ id, name, number, resources, withdrawal, removal }) => {
    const version = `${plain(name)} ${number}${removal ? '' : ` (script ${id})`}`
    return resources.flatMap((resource) => {
      const text = `${plain(resource)} is not in the lock and has the files of ${version}, which was`
      if (removal)
        return [problem('high', 'gone', id, `${text} taken down: ${removalReasonTexts[removal]}. Remove it.`)]
      if (!withdrawal) return []
      const [level, what] =
        withdrawal.kind === 'security' ? (['high', 'recalled'] as const) : (['medium', 'withdrawn'] as const)
      const act = what === 'recalled' ? 'recalled' : `withdrawn (${withdrawal.kind})`
      return [problem(level, what, id, `${text} ${act}: ${plain(withdrawal.reason)}`)]
    })
  })
  return [
    ...blocked
      .filter((file) => !keepsFile(file))
      .map(({ resource, path }) => blockedFile(`${resource}/${path}`)),
    ...versions,
  ]
}
