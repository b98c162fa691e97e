import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, NamedScript, Time } from '#contract/platform/fields.ts'

import { AnalysisState } from '#contract/archives/analysis.ts'

export const similarLimits = {
  scriptsMax: 5,
  filesMax: 20,
  /** Scripts with less of the code are not listed, in percent. */
  shareMin: 10,
  /** The line in the queue says it from this share of equal files on, in percent. */
  lineShareMin: 30,
  /** A version with this much of the code of another author waits for review, in percent. */
  copyShareMin: 90,
  /** A file that more authors have is a library. */
  authorsMax: 20,
} as const

/** A file of the version that another script has too: the same bytes, or the same code written in another way. */
const SimilarFile = z.object({ path: z.string(), theirPath: z.string(), same: z.enum(['bytes', 'tokens']) })

export const SimilarScripts = z.object({
  /** Before the analysis of the archive is done, only equal archives are known. */
  state: AnalysisState,
  /** Other authors who have the same archive, oldest first. `at` is when they uploaded it. */
  sameArchive: z.array(z.object({ script: NamedScript, author: z.string(), at: Time })),
  /** Scripts of other authors with the same code, most similar first. */
  scripts: z.array(
    z.object({
      script: NamedScript,
      author: z.string(),
      /** The part of the code of this version that the script has, in percent. Libraries do not count. */
      share: z.int(),
      files: z.array(SimilarFile),
      filesTotal: z.int(),
      /** When its author first uploaded one of these files. */
      firstAt: Time,
    }),
  ),
  /** When the author of this version first uploaded one of these files, or the archive. */
  ownFirstAt: Time,
  /** How many files of this version were taken down, by case. */
  takenDown: z.array(z.object({ caseId: z.nullable(z.int()), files: z.int() })),
  /** The most important of it in one sentence. */
  line: z.nullable(z.string()),
})
export type SimilarScripts = z.output<typeof SimilarScripts>

export const similarApi = {
  similar: endpoint({
    method: 'GET',
    path: '/api/versions/:id/similar',
    summary: 'Find copies of a version',
    description:
      'Scripts of other authors with the same archive or the same code. Files that more than 20 authors have do not count. Authors are not notified.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    reply: SimilarScripts,
  }),
}
