import type { Permission } from '#contract/permissions.ts'

/** The person a request speaks for, with what their groups allow them at this moment. */
export type Actor = {
  id: number
  username: string
  isOwner: boolean
  isAdmin: boolean
  permissions: ReadonlySet<Permission>
  /** -2 owner, -1 admin flag, else the lowest group priority, else infinity; smaller is stronger (decisions.md). */
  authority: number
  /** Hash of the session's secret, as its row has it. */
  sessionHash: string
}

/** Where a request comes from, as far as it can be known. */
export type Client = { ip: string; userAgent: string }

/** What the identity of a request turned out to be; `refusal` is set when only the own profile may be answered. */
export type Identity = { actor: Actor; refusal: Error | undefined }
