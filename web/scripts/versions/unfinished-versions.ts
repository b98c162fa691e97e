import type { Report, VersionSummary } from '#contract/scripts/versions.ts'

import { isUnfinished } from './analysis-texts.ts'

type Version = Pick<VersionSummary, 'state' | 'analysis' | 'hasFile' | 'change'>

/** The version that the one at `index` is compared with. The list has the newest first. */
export function versionBefore<V extends Version>(versions: readonly V[], index: number): V | undefined {
  return versions.slice(index + 1).find(({ state }) => state === 'published')
}

/** Returns whether the list changes without an action of its reader: a version is scanned, or not yet compared with the one before. */
export function hasUnfinished(versions: readonly Version[]): boolean {
  return versions.some((version, index) => {
    if (version.state === 'scanning' || isUnfinished({ state: version.analysis })) return true
    const before = versionBefore(versions, index)
    return version.change === null && before !== undefined && isComparable(version) && isComparable(before)
  })
}

/** The same for a report, whose version may not be compared yet with the one before. */
export function isReportUnfinished({
  version,
  state,
  context: { previous },
}: {
  version: Pick<Report['version'], 'change' | 'hasFile'>
  state: Report['state']
  context: Pick<Report['context'], 'previous'>
}): boolean {
  if (isUnfinished({ state })) return true
  return (
    version.change === null &&
    previous?.isComparable === true &&
    isComparable({ ...version, analysis: state })
  )
}

/** The comparison follows the analysis, in a job of its own. */
const isComparable = ({ analysis, hasFile }: Pick<Version, 'analysis' | 'hasFile'>) =>
  analysis === 'done' && hasFile
