import { settingsRoute } from '#web/account/settings.route.ts'
import { claimRoute } from '#web/auth/claim.route.ts'
import { resetPasswordRoute } from '#web/auth/reset-password.route.ts'
import { verifyEmailRoute } from '#web/auth/verify-email.route.ts'
import { editScriptRoute } from '#web/scripts/edit-script.route.ts'
import { submitRoute } from '#web/scripts/submit.route.ts'

export const routes = [
  editScriptRoute,
  submitRoute,
  settingsRoute,
  claimRoute,
  resetPasswordRoute,
  verifyEmailRoute,
] as const
