import type { Actor } from '#platform/actor.ts'
import { forbidden } from '#platform/errors.ts'

/** Returns whether the access token of the request, if it has one, is for this script. Who its user is, is decided elsewhere. */
export function isReached({ token }: Pick<Actor, 'token'>, scriptId: number): boolean {
  return token === undefined || token.scripts === 'all' || token.scripts.includes(scriptId)
}

/** The user where the token is for this script, otherwise a visitor, who reads what is public. */
export function readerOf(actor: Actor | null, scriptId: number): Actor | null {
  return actor && isReached(actor, scriptId) ? actor : null
}

export function requireReach(actor: Actor, scriptId: number): void {
  if (!isReached(actor, scriptId)) throw forbidden('This access token is for other scripts')
}
