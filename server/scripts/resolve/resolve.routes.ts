import { identifyApi, identifyLimits, type Identified } from '#contract/scripts/identify.ts'
import { resolveApi } from '#contract/scripts/resolve.ts'
import type { Db } from '#platform/database/database.ts'
import { route } from '#platform/http/route.ts'

import { selectMatches, type MatchingVersion } from './resolve.queries.ts'
import { resolveScripts } from './resolve-scripts.ts'

export const resolveRoutes = [
  route(resolveApi, ({ app, body }) => resolveScripts(app, body), { checksReply: false }),
  route(identifyApi, ({ db, body }) => identifyFiles(db, body.hashes)),
]

async function identifyFiles(db: Db, hashes: readonly string[]): Promise<Identified> {
  /** The first position of each. */
  const different = new Map(hashes.map((hash, position) => [hash, position] as const).toReversed())
  const { matches, positions, common } = await selectMatches(db, [...different.keys()])
  const sorted = matches.toSorted(byMatch)
  const places = [...different.values()]
  const hashesOf = ({ analysisId }: MatchingVersion) =>
    (positions.get(analysisId) ?? [])
      .map((position) => places[position] ?? position)
      .toSorted((a, b) => a - b)
  return {
    common,
    takenDown: byScript(sorted.filter(({ removal }) => removal !== null)).flatMap(([best]) =>
      best?.removal ? [{ ...best, removal: best.removal, hashes: hashesOf(best) }] : [],
    ),
    scripts: byScript(sorted.filter(({ removal }) => removal === null)).flatMap((versions) => {
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
          hashes: hashesOf(best),
        },
      ]
    }),
  }
}

function byScript(sorted: readonly MatchingVersion[]): MatchingVersion[][] {
  const groups = Map.groupBy(sorted, ({ scriptId }) => scriptId)
  return [...groups.values()].slice(0, identifyLimits.scriptsMax)
}

/** Many of the files and few others first, then the script with most downloads, and its newest version. */
function byMatch(a: MatchingVersion, b: MatchingVersion): number {
  return scoreOf(b) - scoreOf(a) || b.downloads - a.downloads || a.scriptId - b.scriptId || b.id - a.id
}

function scoreOf({ matched, files }: MatchingVersion): number {
  return matched ** 2 / Math.max(files, matched)
}
