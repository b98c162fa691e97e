import { z } from 'zod/mini'

import { CaseDecision, messageAudiences, reportReasons } from '#contract/records/case-kinds.ts'
import { noNul, sentId, sentTime, wellFormed } from '#contract/platform/fields.ts'
import { removalReasons } from '#contract/scripts/removal-schemas.ts'

import { BlocklistKey, ExceptedScripts } from './blocklist.ts'
import { caseLimits } from './case-limits.ts'
import { RuleId } from './case-schemas.ts'
import { TextKey } from './moderated-texts.ts'

const longText = (name: string, min: number) =>
  z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? `${name} is required` : `${name} must be at least ${min} characters`),
      z.maxLength(caseLimits.textMax, `${name} must be at most 5000 characters`),
      noNul,
    )

/** A web page, which can show a text of the reported user, or a line of a file of the reported version. */
export const Evidence = z.union(
  [
    z.object({
      url: z
        .string()
        .check(
          z.trim(),
          z.maxLength(caseLimits.urlMax, 'A link is at most 500 characters'),
          z.regex(/^https?:\/\/[^\s/]+/i, 'A link starts with https://'),
          noNul,
          wellFormed,
        ),
      text: z.optional(TextKey),
    }),
    z.object({
      path: z.string().check(z.minLength(1), z.maxLength(4096), noNul, wellFormed),
      line: z.nullable(z.int().check(z.gte(1), z.lte(10_000_000))),
    }),
  ],
  'Evidence is a link, or a path with a line',
)
export type Evidence = z.output<typeof Evidence>
const caseId = sentId()

/**
 * A report names a script, a version or a user. An appeal names what it is about: `banId`, `removalId`,
 * `withdrawnVersionId`, `hiddenText` or `parentId`, a closed case that decided against the user.
 */
export const CaseDraft = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('report'),
    scriptId: z.optional(caseId),
    versionId: z.optional(caseId),
    userId: z.optional(caseId),
    reason: z.enum(reportReasons, 'Please choose a reason'),
    text: longText('Text', caseLimits.textMin),
    evidence: z._default(
      z.array(Evidence).check(z.maxLength(caseLimits.evidenceMax, 'At most 10 pieces of evidence')),
      [],
    ),
  }),
  z.object({
    kind: z.literal('appeal'),
    banId: z.optional(caseId),
    removalId: z.optional(caseId),
    withdrawnVersionId: z.optional(caseId),
    hiddenText: z.optional(TextKey),
    parentId: z.optional(caseId),
    text: longText('Text', caseLimits.textMin),
  }),
])
export type CaseDraft = z.output<typeof CaseDraft>

export const CaseMessageDraft = z.object({
  text: longText('Message', 1),
  /** A message of a party goes to staff, or to the other party where staff allow that. */
  audience: z.optional(z.enum(messageAudiences, 'Audience must be staff, author or opener')),
  /** For staff, with the audience `opener`: one of several reporters. Without it all of them read the message. */
  reporterId: z.optional(caseId),
})
export type CaseMessageDraft = z.output<typeof CaseMessageDraft>

const NoticeScriptIds = z
  .array(caseId)
  .check(z.minLength(1, 'Please choose a script'), z.maxLength(20, 'At most 20 scripts'))

export const CaseDecisionDraft = z.object({
  decision: CaseDecision,
  /** For the parties. */
  response: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(caseLimits.textMax, 'Response must be at most 5000 characters'), noNul),
    '',
  ),
  /** In the public log. */
  logNote: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(caseLimits.noteMax, 'The note must be at most 300 characters'), noNul),
    '',
  ),
  /** For the decision `withdrawn`: one of the reported versions; that of the case when it is missing. */
  versionId: z.optional(caseId),
  /** The decisions `removed` and `taken-down` need it. */
  removalReason: z.optional(z.enum(removalReasons, 'Please choose a reason')),
  /** The decision `banned` needs it. */
  ban: z.optional(
    z.object({ is_permanent: z.boolean(), expires_at: z.optional(z.nullable(sentTime('Not a time'))) }),
  ),
  /** With the decision `banned`: also hide all scripts of the user. */
  hideScripts: z._default(z.boolean(), false),
  actions: z._default(
    z.object({
      /** Findings that are accepted for their file in every archive. */
      accept: z._default(
        z
          .array(
            z.object({
              rule: RuleId,
              fileSha256: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Not a hash')),
            }),
          )
          .check(z.maxLength(200)),
        [],
      ),
      blocklist: z._default(
        z
          .array(BlocklistKey)
          .check(z.maxLength(caseLimits.blocklistMax, 'A decision blocks at most 50 values')),
        [],
      ),
      /** Public scripts with a blocked archive or file that stay public. */
      except: ExceptedScripts,
    }),
    { accept: [], blocklist: [], except: [] },
  ),
  /** For a takedown: the scripts of the notice that are taken down or restored. Without them: all that can be. */
  scripts: z.optional(NoticeScriptIds),
})
export type CaseDecisionDraft = z.output<typeof CaseDecisionDraft>
