import { accountApi } from '#contract/account.ts'
import { route } from '#platform/http/route.ts'

import { changePassword } from './change-password.ts'
import { editProfile } from './edit-profile.ts'
import { editProfileForm } from './edit-profile-form.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { readOwnGroups, readOwnProfile } from './read-own-profile.ts'
import { resendConfirmation } from './resend-confirmation.ts'

export const accountRoutes = [
  route(accountApi.profile, async ({ hub, actor }) => ({ user: await readOwnProfile(hub, actor.id) })),
  route(accountApi.editProfile, ({ hub, actor, body }) => editProfile(hub, actor, body)),
  route(accountApi.me, ({ hub, actor }) => readOwnProfile(hub, actor.id)),
  route(accountApi.editMe, ({ hub, actor, request }) => editProfileForm(hub, actor, request)),
  route(accountApi.changePassword, ({ hub, actor, body }) => changePassword(hub, actor, body)),
  route(accountApi.myGroups, ({ hub, actor }) => readOwnGroups(hub, actor.id)),
  route(accountApi.sessions, ({ hub, actor }) => listOwnSessions(hub, actor)),
  route(accountApi.endSession, ({ db, actor, params }) => endOwnSession(db, actor, params.id)),
  route(accountApi.endOtherSessions, ({ db, actor }) => endOtherSessions(db, actor)),
  route(accountApi.resendConfirmation, ({ hub, actor }) => resendConfirmation(hub, actor)),
]
