import { join, relative } from 'node:path'

import { removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import { findResources } from '#cli/disk/read-folder.ts'
import { readInstalled } from '#cli/files/installed.ts'
import type { Hub } from '#cli/hub/hub.ts'
import { plain } from '#cli/terminal/output.ts'

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
  hub: Hub,
  others: readonly OtherResource[],
  blockedFiles: ReadonlySet<string>,
): Promise<Problem[]> {
  const hashesOf = new Map(others.map(({ path, folder }) => [path, readHashes(folder)]))
  const blocked = [...hashesOf].flatMap(([resource, hashes]) =>
    [...hashes].flatMap(([hash, path]) =>
      blockedFiles.has(hash.slice(0, 32))
        ? [problem('high', 'blocked', undefined, `${resource}/${path} is on the blocklist of the hub.`)]
        : [],
    ),
  )
  const versions = (await recognise(hub, hashesOf)).flatMap(
    ({ id, name, number, resources, withdrawal, removal }) => {
      const version = `${plain(name)} ${number}${removal ? '' : ` (script ${id})`}`
      return resources.flatMap((resource) => {
        const text = `${plain(resource)} is not in the lock and has the files of ${version}, which was`
        if (removal)
          return [
            problem('high', 'gone', id, `${text} taken down: ${removalReasonTexts[removal]}. Remove it.`),
          ]
        if (!withdrawal) return []
        const [level, what] =
          withdrawal.kind === 'security'
            ? (['high', 'recalled'] as const)
            : (['medium', 'withdrawn'] as const)
        const act = what === 'recalled' ? 'recalled' : `withdrawn (${withdrawal.kind})`
        return [problem(level, what, id, `${text} ${act}: ${plain(withdrawal.reason)}`)]
      })
    },
  )
  return [...blocked, ...versions]
}
