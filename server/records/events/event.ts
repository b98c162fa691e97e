import { z } from 'zod/mini'

import { CaseDecision, CaseKind, CaseReason } from '#contract/records/case-kinds.ts'
import { removalReasons } from '#contract/scripts/removal-schemas.ts'
import { scriptRoles } from '#contract/scripts/script-limits.ts'
import { textKinds } from '#contract/moderation/moderated-texts.ts'
import { worksOutcomes } from '#contract/scripts/works-reports.ts'

/** The role in which a member of staff acted. `emitEvent` adds it; it is missing in events of the previous release. */
const staffRoles = ['moderator', 'administrator'] as const
export type StaffRole = (typeof staffRoles)[number]
const role = z._default(z.enum(staffRoles), 'moderator')

/** The texts are stored, because a notification outlives its script. */
const version = { script: z.string(), number: z.string() }
const hidableText = {
  text: z.enum(textKinds),
  /** Of a report. */
  script: z.nullable(z.string()),
  /** The title of a collection, and its id. */
  collection: z.optional(z.string()),
  collectionId: z.optional(z.int()),
}
const removal = { reason: z.enum(removalReasons), note: z.string(), role }

/** True if `script` is the name of a team instead. */
const isTeam = z._default(z.boolean(), false)
/** Events about editors of a collection have its id; `script` is its title. */
const editedId = z.optional(z.int())

/** `what` alone is a sentence without its full stop, such as "The images were changed". */
const changes = z.array(
  z.object({ what: z.string(), old: z.optional(z.string()), new: z.optional(z.string()) }),
)
export type StaffChange = z.output<typeof changes>[number]

const sanctions = ['banned', 'ban-changed', 'unbanned', 'suspended', 'unsuspended'] as const

/** `owner`: the script has a new owner. */
const memberChanges = ['joined', 'left', 'removed', 'role', 'owner'] as const
export type MemberChangeKind = (typeof memberChanges)[number]

const appealOutcomes = [
  'ban-lifted',
  'script-public',
  'script-waiting',
  'version-public',
  'version-waiting',
] as const

export type AppealOutcome = (typeof appealOutcomes)[number]

export const EventContent = z.discriminatedUnion('kind', [
  /** A version was withdrawn for security. `replacement` is the number of the version to use instead. */
  z.object({
    kind: z.literal('version-recalled'),
    data: z.object({
      ...version,
      reason: z.string(),
      /** No moderator has seen the reason, so no notification or email has it. */
      isByAuthor: z.optional(z.boolean()),
      replacement: z.nullable(z.string()),
      /** Only a notification has it: the day when its user downloaded the version. */
      downloadedOn: z.optional(z.string()),
    }),
  }),
  z.object({
    kind: z.literal('version-published'),
    data: z.object({
      ...version,
      author: z.string(),
      /** Only a notification has them: other versions that were published a few minutes before. */
      earlier: z._default(z.array(z.string()), []),
      /** Only a notification has it: the versions from the first of these to the latest. */
      scriptId: z.optional(z.int()),
      versionId: z.optional(z.int()),
      firstId: z.optional(z.int()),
    }),
  }),
  /** `reason` in words, such as "every version is reviewed here". */
  z.object({
    kind: z.literal('version-waiting'),
    data: z.object({
      ...version,
      reason: z.string(),
      position: z.nullable(z.int()),
      wasPublic: z.optional(z.boolean()),
    }),
  }),
  z.object({
    kind: z.literal('version-decided'),
    data: z.object({ ...version, decision: z.enum(['published', 'rejected']), response: z.string() }),
  }),
  /** A moderator withdrew a published version. For its author. */
  z.object({
    kind: z.literal('version-withdrawn'),
    data: z.object({ ...version, versionId: z.int(), reason: z.string(), role }),
  }),
  /** A new rule set, or an entry of the blocklist, found something of severity high; `title` is that of the rule. */
  z.object({
    kind: z.literal('finding-raised'),
    data: z.object({
      ...version,
      title: z.string(),
      /** The entry of the blocklist. */
      entryId: z.optional(z.int()),
      /** The number of the rule set. Missing in an event of the previous release. */
      rules: z.optional(z.int()),
      /** Only in a notification: the versions that it is about. */
      versionIds: z._default(z.array(z.int()), []),
    }),
  }),
  /** A member reported that a version does not work, or with problems. For its author. */
  z.object({
    kind: z.literal('works-reported'),
    data: z.object({ ...version, outcome: z.enum(worksOutcomes) }),
  }),
  /** The author answered a report. For its writer, who is asked to try `fixedIn`. */
  z.object({
    kind: z.literal('works-answered'),
    data: z.object({ ...version, author: z.string(), text: z.string(), fixedIn: z.nullable(z.string()) }),
  }),
  /** Scripts were added to a public collection, `more` besides those that are named, or others changed. */
  z.object({
    kind: z.literal('collection-changed'),
    data: z.object({
      collectionId: z.int(),
      collection: z.string(),
      owner: z.string(),
      added: z.array(z.string()),
      more: z.int(),
      /** The time of the last change: who follows since then has seen it. Missing in an event of an earlier release. */
      changedAt: z.optional(z.string()),
    }),
  }),
  /** A moderator hid a text of a member, or showed it again. */
  z.object({
    kind: z.literal('text-hidden'),
    data: z.object({ ...hidableText, reason: z.string(), role }),
  }),
  z.object({
    kind: z.literal('text-restored'),
    data: z.object({ ...hidableText, role }),
  }),
  /** A moderator hid a script. */
  z.object({
    kind: z.literal('script-removed'),
    data: z.object({ script: z.string(), removalId: z.int(), ...removal }),
  }),
  z.object({
    kind: z.literal('script-restored'),
    data: z.object({ script: z.string(), isPublished: z.boolean(), role }),
  }),
  /** A moderator hid all scripts of a user. */
  z.object({ kind: z.literal('scripts-removed'), data: z.object({ count: z.int(), ...removal }) }),
  z.object({ kind: z.literal('scripts-restored'), data: z.object({ count: z.int(), role }) }),
  /** Staff or a co-author, who is `author`, edited a script, a version or its changelog, or uploaded a version. */
  z.object({
    kind: z.literal('script-changed'),
    data: z.object({ script: z.string(), changes, author: z.optional(z.string()), role }),
  }),
  /** An administrator or the owner, who is `author`, deleted a script. */
  z.object({
    kind: z.literal('script-deleted'),
    data: z.object({ script: z.string(), author: z.optional(z.string()), role }),
  }),
  /** For the user who is invited. `role` is null for the offer of a transfer, which can be to a team of the user. */
  z.object({
    kind: z.literal('invitation-received'),
    data: z.object({
      script: z.string(),
      by: z.string(),
      role: z.nullable(z.enum(scriptRoles)),
      isTeam,
      collectionId: editedId,
      toTeam: z.optional(z.string()),
    }),
  }),
  /** For the user who invited. */
  z.object({
    kind: z.literal('invitation-declined'),
    data: z.object({
      script: z.string(),
      username: z.string(),
      role: z.nullable(z.enum(scriptRoles)),
      isTeam,
      collectionId: editedId,
    }),
  }),
  /** For the authors, and a user who was removed. `username` is who is a member now or no longer, `by` who did it. */
  z.object({
    kind: z.literal('members-changed'),
    data: z.object({
      script: z.string(),
      username: z.string(),
      by: z.string(),
      change: z.enum(memberChanges),
      role: z.nullable(z.enum(scriptRoles)),
      isTeam,
      collectionId: editedId,
      /** True in the notification of the user who was removed or whose role changed. */
      isOwn: z._default(z.boolean(), false),
    }),
  }),
  /** Staff changed the account or the groups of the user, or undid what a moderator did to the user's things. */
  z.object({
    kind: z.literal('account-changed'),
    data: z.object({ changes, isUndo: z._default(z.boolean(), false), role }),
  }),
  /** `scripts` were hidden for `hiddenFor`, or restored, in the same act. Without `until` it lasts until it is ended. */
  z.object({
    kind: z.literal('account-sanctioned'),
    data: z.object({
      sanction: z.enum(sanctions),
      reason: z.nullable(z.string()),
      until: z.nullable(z.string()),
      scripts: z._default(z.int(), 0),
      hiddenFor: z._default(z.nullable(z.enum(removalReasons)), null),
      role,
    }),
  }),
  /** `title` is the name of the script, null for a report of the user. `text` is the beginning of the report. */
  z.object({
    kind: z.literal('case-opened'),
    data: z.object({
      caseId: z.int(),
      title: z.nullable(z.string()),
      reason: CaseReason,
      text: z._default(z.string(), ''),
    }),
  }),
  /** Scripts of the user were taken down; a counter-notice is possible, or was not followed. `script` has all names. */
  z.object({
    kind: z.literal('takedown-decided'),
    data: z.object({
      caseId: z.int(),
      number: z.string(),
      script: z.string(),
      response: z._default(z.string(), ''),
      isFinal: z._default(z.boolean(), false),
    }),
  }),
  /** `message` is there when the staff wrote it to a party; `title` is missing in an event of an earlier release. */
  z.object({
    kind: z.literal('case-message'),
    data: z.object({
      caseId: z.int(),
      title: z.optional(z.string()),
      message: z.optional(z.object({ title: z.string(), text: z.string() })),
    }),
  }),
  /**
   * `mail` is missing in an event of an earlier release, and when the effect has an email of its own. `title` is missing
   * in an event of an earlier release.
   */
  z.object({
    kind: z.literal('case-decided'),
    data: z.object({
      caseId: z.int(),
      title: z.optional(z.string()),
      decision: CaseDecision,
      /** `outcome` is what a granted appeal changed. */
      appeal: z.optional(
        z.object({
          isGranted: z.boolean(),
          isBan: z.boolean(),
          isText: z.optional(z.boolean()),
          title: z.string(),
          outcome: z.optional(z.enum(appealOutcomes)),
        }),
      ),
      mail: z.optional(
        z.object({ kind: CaseKind, title: z.string(), isOpener: z.boolean(), response: z.string() }),
      ),
    }),
  }),
])
export type EventContent = z.output<typeof EventContent>

/** Those that tell a user what staff did. */
export const staffKinds: ReadonlySet<EventContent['kind']> = new Set([
  'version-withdrawn',
  'text-hidden',
  'text-restored',
  'script-removed',
  'script-restored',
  'scripts-removed',
  'scripts-restored',
  'script-changed',
  'script-deleted',
  'account-changed',
  'account-sanctioned',
])

/** An event with its subject. `actorId` is the user who did it, null for a job; `userId` is the user concerned. */
export type Event = z.input<typeof EventContent> & {
  actorId: number | null
  scriptId?: number | null
  versionId?: number | null
  caseId?: number | null
  userId?: number
}
