import { settingsRoute } from '#web/accounts/account/settings.route.ts'
import {
  claimRoute,
  resetPasswordRoute,
  signInRoute,
  verifyEmailRoute,
} from '#web/accounts/auth/auth.routes.ts'
import {
  editScriptRoute,
  newVersionRoute,
  submitRoute,
} from '#web/scripts/script-changes/script-changes.routes.ts'

export const routes = [
  editScriptRoute,
  newVersionRoute,
  submitRoute,
  settingsRoute,
  claimRoute,
  resetPasswordRoute,
  signInRoute,
  verifyEmailRoute,
] as const
