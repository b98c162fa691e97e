import { accountApi } from '#contract/accounts/account.ts'
import { authApi } from '#contract/accounts/auth.ts'
import { discordApi } from '#contract/accounts/discord.ts'
import { ownDataApi } from '#contract/accounts/own-data.ts'
import { twoFactorApi } from '#contract/accounts/two-factor.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { route, httpRoute } from '#platform/http/route.ts'
import { jsonResponse } from '#platform/http/send-response.ts'

import { resendConfirmation } from './account/account-mails.ts'
import { editProfile, editProfileForm, readOwnGroups, readOwnProfile } from './account/own-profile.ts'
import { changePassword } from './account/passwords.ts'
import { claimOwnership } from './auth/first-owner.ts'
import { register, verifyEmail } from './auth/register.ts'
import { confirmReset, requestReset } from './auth/reset-password.ts'
import { signIn, signOut, setUpAtSignIn, signInByCode } from './auth/sign-in.ts'
import { generateCode, readStatus } from './discord/link-account.ts'
import { receiveInteraction } from './discord/verify-command.ts'
import { requestDeletion, restoreAccount } from './own-data/delete-account.ts'
import { downloadExport, readOwnData, requestExport } from './own-data/export-own-data.ts'
import { endOtherSessions, endOwnSession, listOwnSessions, type SignInContext } from './sessions/sessions.ts'
import {
  readTwoFactor,
  renewRecoveryCodes,
  beginOwnSetUp,
  confirmOwnSetUp,
  turnOff,
} from './two-factor/two-factor.ts'

export const accountRoutes = [
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

  route(accountApi.profile, async ({ app, actor }) => ({ user: await readOwnProfile(app, actor.id) })),
  route(accountApi.editProfile, ({ app, actor, body }) => editProfile(app, actor, body)),
  route(accountApi.me, ({ app, actor }) => readOwnProfile(app, actor.id)),
  route(accountApi.editMe, ({ app, actor, request }) => editProfileForm(app, actor, request)),
  route(accountApi.changePassword, ({ app, actor, body }) => changePassword(app, actor, body)),
  route(accountApi.myGroups, ({ app, actor }) => readOwnGroups(app, actor.id)),
  route(accountApi.sessions, ({ app, actor }) => listOwnSessions(app, actor)),
  route(accountApi.endSession, ({ db, actor, params }) => endOwnSession(db, actor, params.id)),
  route(accountApi.endOtherSessions, ({ db, actor }) => endOtherSessions(db, actor)),
  route(accountApi.resendConfirmation, ({ app, actor }) => resendConfirmation(app, actor)),

  route(twoFactorApi.read, ({ db, actor }) => readTwoFactor(db, actor.id)),
  route(twoFactorApi.begin, ({ app, actor, body }) => beginOwnSetUp(app, actor, body.password)),
  route(twoFactorApi.confirm, ({ app, actor, body }) => confirmOwnSetUp(app, actor, body.code)),
  route(twoFactorApi.disable, ({ app, actor, body }) => turnOff(app, actor, body)),
  route(twoFactorApi.renewRecoveryCodes, ({ app, actor, body }) => renewRecoveryCodes(app, actor, body)),

  route(discordApi.generateCode, ({ app, actor, body }) => generateCode(app, actor, body)),
  route(discordApi.status, ({ app, actor, params }) => readStatus(app, actor, params.userId)),

  route(ownDataApi.read, ({ app, actor }) => readOwnData(app, actor)),
  route(ownDataApi.requestExport, ({ app, actor }) => requestExport(app, actor)),
  route(ownDataApi.deleteAccount, ({ app, actor, body }) => requestDeletion(app, actor, body.password)),
  route(ownDataApi.restoreAccount, ({ app, actor }) => restoreAccount(app, actor)),
]

export const accountHttpRoutes = [
  // The webhook of the chat service. It is not in the contract, because the signature covers the raw body.
  httpRoute({
    method: 'POST',
    path: '/api/discord/interactions',
    access: 'verified-by-handler',
    limit: 'interaction',
    body: 'bytes',
    handle: async ({ app, request, body }) =>
      jsonResponse(await receiveInteraction(app, request.headers, body)),
  }),
  httpRoute({
    method: 'GET',
    path: '/files/export/:token',
    access: 'verified-by-handler',
    work: 'transfer',
    handle: ({ app, request, params }) => downloadExport(app, params.token ?? '', request),
  }),
]

function contextOf(client: Client, actor: Actor | null): SignInContext {
  return { ...client, replaces: actor?.sessionHash }
}
