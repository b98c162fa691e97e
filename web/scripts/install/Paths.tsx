import type { VersionSummary } from '#contract/scripts/versions.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'

import styles from './Install.module.css'

export function Paths({
  version: { id, scriptId, isCurrent },
  paths,
}: {
  version: VersionSummary
  paths: readonly string[]
}) {
  return (
    <ul className={`${styles.paths} grid gap-4px text-sm`}>
      {paths.map((path) => (
        <li key={path}>
          <a href={filePath({ scriptId, v: isCurrent ? undefined : id }, path)} className="text-link">
            <bdi>{path}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
