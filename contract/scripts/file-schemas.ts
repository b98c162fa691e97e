import { z } from 'zod/mini'

import { Severity } from '#contract/archives/analysis.ts'
import { fromDigits, noNul } from '#contract/platform/fields.ts'
import { versionLimits, VersionSummary } from './version-schemas.ts'

export const fileKinds = ['text', 'image', 'binary', 'escrowed'] as const

export const TreeFile = z.object({
  /** The contents are at `/files/content/{version}/{n}`. */
  n: z.int(),
  path: z.string(),
  size: z.int(),
  sha256: z.string(),
  kind: z.enum(fileKinds),
  /** The type by the first bytes, such as png or zip. */
  type: z.nullable(z.string()),
  lines: z.nullable(z.int()),
  /** True if the contents can be shown. */
  isStored: z.boolean(),
  /** Why not, as a phrase such as "larger than 5 MB". */
  why: z.nullable(z.string()),
  /** The severity of the worst finding in it. */
  severity: z.nullable(Severity),
})
export type TreeFile = z.output<typeof TreeFile>

/** The files of a version in the order of the archive; empty until it is analysed. */
export const Tree = z.object({
  version: VersionSummary,
  files: z.array(TreeFile),
  /** The number of files in the archive, also where `files` is only a part. */
  filesTotal: z.int(),
})
export type Tree = z.output<typeof Tree>

export const TreeQuery = z.object({
  path: z.optional(z.string().check(z.maxLength(versionLimits.pathMax, 'Path is too long'), noNul)),
  /** Without it, all files. */
  limit: z.optional(
    fromDigits(
      z
        .number('Limit must be a number')
        .check(
          z.int('Limit must be a whole number'),
          z.gte(1, `Limit must be 1 to ${versionLimits.filesMax}`),
          z.lte(versionLimits.filesMax, `Limit must be 1 to ${versionLimits.filesMax}`),
        ),
    ),
  ),
})
export type TreeQuery = z.output<typeof TreeQuery>

/** The beginning of a text of a version, as a page shows it without JavaScript. */
export const FileText = z.object({ text: z.string(), isCut: z.boolean() })
export type FileText = z.output<typeof FileText>
