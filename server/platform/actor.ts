import type { TokenScope } from '#contract/platform/endpoint.ts'
import type { Permission } from '#contract/platform/permissions.ts'

/** The signed-in user of a request, with the permissions of their groups. */
export type Actor = {
  id: number
  username: string
  isOwner: boolean
  isAdmin: boolean
  permissions: ReadonlySet<Permission>
  /** -2 owner, -1 admin flag, else the lowest group priority, else infinity. Smaller is stronger: docs/authority.md. */
  authority: number
  /** The hash of the secret of the session or access token, as stored. */
  sessionHash: string
  /** Set for an access token: `permissions` has only what its scopes need. `scripts` of the user, by id. */
  token?: { scopes: readonly TokenScope[]; scripts: 'all' | readonly number[] }
}

/** The client of a request. */
export type Client = { ip: string; userAgent: string }

/** The result of authentication. With `error` set, only calls with `allowBanned` may proceed. */
export type AuthResult = { actor: Actor; error: Error | undefined }
