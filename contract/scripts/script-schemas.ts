import { z } from 'zod/mini'

import { Description } from '#contract/platform/description.ts'
import { NamedScript, NamedUser, Pagination, Time } from '#contract/platform/fields.ts'
import { Removal } from './removal-schemas.ts'
import { coAuthorRoles, maintenanceStates, scriptRoles } from './script-limits.ts'
import { currentVersionFields } from './version-schemas.ts'

export const ScriptSummary = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
  category: z.string(),
  /** A username, or the name of a team. */
  author: z.string(),
  authorAvatar: z.nullable(z.string()),
  /** Missing for a user. */
  authorIsTeam: z.optional(z.literal(true)),
  version: z.string(),
  tags: z.array(z.string()),
  /** The frameworks of the current version, see script-filters.ts. Missing until it is analysed. */
  frameworks: z.optional(z.array(z.string())),
  script_status: z.string(),
  downloads: z.int(),
  views: z.int(),
  likes: z.int(),
  uploadDate: Time,
  createdAt: Time,
  updatedAt: Time,
  userId: z.int(),
  fileSize: z.int(),
})
export type ScriptSummary = z.output<typeof ScriptSummary>

export const Script = z.extend(ScriptSummary, {
  /** The parsed Markdown of `description`. Missing in a stored response of an earlier version. */
  formattedDescription: z.optional(Description),
  /** Markdown; missing without a documentation. */
  documentation: z.optional(z.string()),
  /** Parsed, with images of the script only. */
  formattedDocumentation: z.optional(Description),
  /** An SPDX identifier. */
  license: z.optional(z.string()),
  sourceUrl: z.optional(z.string()),
  documentationUrl: z.optional(z.string()),
  supportUrl: z.optional(z.string()),
  /** `seeking`: the author is looking for a new maintainer. Missing for a maintained script. */
  maintenance: z.optional(z.enum(maintenanceStates)),
  /** The public script that this one is based on, as its author says. */
  basedOn: z.optional(NamedScript),
  /** Without the owner, who is `author`. Missing for a script of one author. */
  coAuthors: z.optional(
    z.array(z.extend(NamedUser, { avatar: z.nullable(z.string()), role: z.enum(coAuthorRoles) })),
  ),
  /** Of the team that owns it, with their roles in the script. Missing for a script of a user. */
  teamMembers: z.optional(z.array(z.object({ id: z.int(), role: z.enum(scriptRoles) }))),
  images: z.array(z.string()),
  fileName: z.string(),
  sha256: z.string(),
  ...currentVersionFields,
  /** Set while the script waits for review; then only its author and moderators can read it. */
  isInReview: z.optional(z.literal(true)),
  /** Set while a moderator hides the script; then only its author and moderators can read it. */
  removal: z.optional(Removal),
})
export type Script = z.output<typeof Script>

/** A script that a search found. */
export const FoundScript = z.extend(ScriptSummary, {
  /** Set where it has only most of the words: no script has all, or one or two have. */
  isPartialMatch: z.optional(z.literal(true)),
})
export type FoundScript = z.output<typeof FoundScript>

export const ScriptPage = z.object({ scripts: z.array(ScriptSummary), pagination: Pagination })
export type ScriptPage = z.output<typeof ScriptPage>
