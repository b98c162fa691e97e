import type { VersionSummary } from '#contract/versions.ts'

import { isUnfinished } from './analysis-texts.ts'

type Version = Pick<VersionSummary, 'state' | 'analysis' | 'hasFile' | 'change'>

/** The version that the one at `index` is compared with. The list has the newest first. */
export function versionBefore<V extends Version>(versions: readonly V[], index: number): V | undefined {
  return versions.slice(index + 1).find(({ state }) => state === 'published')
}

/** Whether the list changes without an action of its reader: a version is scanned, or not yet compared with the one before. */
export function hasUnfinished(versions: readonly Version[]): boolean {
  return versions.some((version, index) => {
    if (version.state === 'scanning' || isUnfinished({ state: version.analysis })) return true
    const before = versionBefore(versions, index)
    return version.change === null && before !== undefined && isComparable(version) && isComparable(before)
  })
}

/** The comparison follows the analysis, in a job of its own. */
const isComparable = ({ analysis, hasFile }: Version) => analysis === 'done' && hasFile
