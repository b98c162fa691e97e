import { accountApi } from '#contract/accounts/account.ts'
import { route } from '#platform/http/route.ts'

import { changePassword } from './change-password.ts'
import { editProfile, editProfileForm } from './edit-profile.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { readOwnGroups, readOwnProfile } from './read-own-profile.ts'
import { resendConfirmation } from './mail-confirmation.ts'

export const accountRoutes = [
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
]
