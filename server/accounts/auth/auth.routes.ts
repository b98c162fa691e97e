import { authApi } from '#contract/accounts/auth.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { route } from '#platform/http/route.ts'
import type { SignInContext } from '#server/accounts/sessions/start-session.ts'

import { confirmReset, requestReset } from './reset-password.ts'
import { claimOwnership } from './first-owner.ts'
import { register, verifyEmail } from './register.ts'
import { setUpAtSignIn, signInByCode } from './sign-in-by-code.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const authRoutes = [
  route(authApi.register, ({ app, client, actor, body }) => register(app, contextOf(client, actor), body)),
  route(authApi.login, ({ app, client, actor, body }) => signIn(app, contextOf(client, actor), body)),
  route(authApi.loginByCode, ({ app, client, actor, body }) =>
    signInByCode(app, contextOf(client, actor), body),
  ),
  route(authApi.setUpAtLogin, ({ app, body }) => setUpAtSignIn(app, body.challenge)),
  route(authApi.logout, ({ db, actor }) => signOut(db, actor)),
  route(authApi.resetPassword, ({ app, body }) => requestReset(app, body.email)),
  route(authApi.confirmReset, ({ app, body }) => confirmReset(app, body)),
  route(authApi.verifyEmail, ({ app, body }) => verifyEmail(app, body)),
  route(authApi.claimOwner, ({ app, client, actor, body }) =>
    claimOwnership(app, contextOf(client, actor), body),
  ),
]

function contextOf(client: Client, actor: Actor | null): SignInContext {
  return { ...client, replaces: actor?.sessionHash }
}
