import { settingsRoute } from '#web/accounts/account/settings.route.ts'
import { claimRoute } from '#web/accounts/auth/claim.route.ts'
import { resetPasswordRoute } from '#web/accounts/auth/reset-password.route.ts'
import { signInRoute } from '#web/accounts/auth/sign-in.route.ts'
import { verifyEmailRoute } from '#web/accounts/auth/verify-email.route.ts'
import { editScriptRoute } from '#web/scripts/script-changes/edit-script.route.ts'
import { newVersionRoute } from '#web/scripts/script-changes/new-version.route.ts'
import { submitRoute } from '#web/scripts/script-changes/submit.route.ts'

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
