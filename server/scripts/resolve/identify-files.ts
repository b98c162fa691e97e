import { identifyLimits, type Identified } from '#contract/scripts/identify.ts'
import type { Db } from '#platform/database/database.ts'

import { selectMatches, type MatchingVersion } from './identify.queries.ts'

export async function identifyFiles(db: Db, hashes: readonly string[]): Promise<Identified> {
  /** The first position of each. */
  const different = new Map(hashes.map((hash, position) => [hash, position] as const).toReversed())
  const { matches, positions, common } = await selectMatches(db, [...different.keys()])
  const scripts = [...Map.groupBy(matches.toSorted(byMatch), ({ scriptId }) => scriptId).values()].slice(
    0,
    identifyLimits.scriptsMax,
  )
  const places = [...different.values()]
  return {
    common,
    scripts: scripts.flatMap((versions) => {
      const [best] = versions
      if (!best) return []
      return [
        {
          id: best.scriptId,
          name: best.script,
          author: best.author,
          path: `/scripts/${best.scriptId}`,
          versions: versions.slice(0, identifyLimits.versionsMax).map((version) => ({
            ...version,
            publishedAt: new Date(version.publishedAt).toISOString(),
          })),
          hashes: (positions.get(best.analysisId) ?? [])
            .map((position) => places[position] ?? position)
            .toSorted((a, b) => a - b),
        },
      ]
    }),
  }
}

/** Many of the files and few others first, then the script with most downloads, and its newest version. */
function byMatch(a: MatchingVersion, b: MatchingVersion): number {
  return scoreOf(b) - scoreOf(a) || b.downloads - a.downloads || a.scriptId - b.scriptId || b.id - a.id
}

function scoreOf({ matched, files }: MatchingVersion): number {
  return matched ** 2 / Math.max(files, matched)
}
