import { authApi } from '#contract/auth.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { route } from '#platform/http/route.ts'
import type { Arrival } from '#server/sessions/sessions.public.ts'

import { confirmReset } from './confirm-reset.ts'
import { claimOwnership } from './first-owner.ts'
import { register } from './register.ts'
import { requestReset } from './request-reset.ts'
import { setUpAtSignIn, signInByCode } from './sign-in-by-code.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { verifyEmail } from './verify-email.ts'

export const authRoutes = [
  route(authApi.register, ({ hub, client, actor, body }) => register(hub, arrival(client, actor), body)),
  route(authApi.login, ({ hub, client, actor, body }) => signIn(hub, arrival(client, actor), body)),
  route(authApi.loginByCode, ({ hub, client, actor, body }) =>
    signInByCode(hub, arrival(client, actor), body),
  ),
  route(authApi.setUpAtLogin, ({ hub, body }) => setUpAtSignIn(hub, body.challenge)),
  route(authApi.logout, ({ db, actor }) => signOut(db, actor)),
  route(authApi.resetPassword, ({ hub, body }) => requestReset(hub, body.email)),
  route(authApi.confirmReset, ({ hub, body }) => confirmReset(hub, body)),
  route(authApi.verifyEmail, ({ hub, body }) => verifyEmail(hub, body)),
  route(authApi.claimOwner, ({ hub, client, actor, body }) =>
    claimOwnership(hub, arrival(client, actor), body),
  ),
]

/** A browser that is signed in says so with its token. */
function arrival(client: Client, actor: Actor | null): Arrival {
  return { ...client, replaces: actor?.sessionHash }
}
