import { authApi } from '#contract/auth.ts'
import { route } from '#platform/http/route.ts'

import { confirmReset } from './confirm-reset.ts'
import { claimOwnership } from './first-owner.ts'
import { register } from './register.ts'
import { requestReset } from './request-reset.ts'
import { setUpAtSignIn, signInByCode } from './sign-in-by-code.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { verifyEmail } from './verify-email.ts'

export const authRoutes = [
  route(authApi.register, ({ hub, client, body }) => register(hub, client, body)),
  route(authApi.login, ({ hub, client, body }) => signIn(hub, client, body)),
  route(authApi.loginByCode, ({ hub, client, body }) => signInByCode(hub, client, body)),
  route(authApi.setUpAtLogin, ({ hub, body }) => setUpAtSignIn(hub, body.challenge)),
  route(authApi.logout, ({ db, actor }) => signOut(db, actor)),
  route(authApi.resetPassword, ({ hub, body }) => requestReset(hub, body.email)),
  route(authApi.confirmReset, ({ hub, body }) => confirmReset(hub, body)),
  route(authApi.verifyEmail, ({ hub, body }) => verifyEmail(hub, body)),
  route(authApi.claimOwner, ({ hub, client, body }) => claimOwnership(hub, client, body)),
]
