import { settingsRoute } from '#web/account/settings.route.ts'
import { adminRoutes } from '#web/admin/admin.routes.ts'
import { claimRoute } from '#web/auth/claim.route.ts'
import { resetPasswordRoute } from '#web/auth/reset-password.route.ts'
import { verifyEmailRoute } from '#web/auth/verify-email.route.ts'
import { caseRoute, casesRoute, moderationLogRoute } from '#web/cases/cases.routes.ts'
import { changesRoute } from '#web/changes/changes.route.ts'
import { filesRoute } from '#web/files/files.route.ts'
import { installRoute } from '#web/install/install.route.ts'
import { historyRoute } from '#web/versions/history.route.ts'
import { notificationsRoute } from '#web/notifications/notifications.route.ts'
import { faqRoute } from '#web/legal/faq.route.ts'
import {
  aboutRoute,
  cookiesRoute,
  dmcaRoute,
  privacyRoute,
  supportRoute,
  termsRoute,
} from '#web/legal/legal.routes.ts'
import { dependentsRoute } from '#web/scripts/dependents.route.ts'
import { editScriptRoute } from '#web/scripts/edit-script.route.ts'
import { submitRoute } from '#web/scripts/submit.route.ts'
import {
  counterNoticeRoute,
  takedownConfirmRoute,
  takedownRoute,
  takedownStatusRoute,
} from '#web/takedown/takedown.routes.ts'
import { reportRoute } from '#web/versions/report.route.ts'
import { rulesRoute } from '#web/versions/rules.route.ts'
import { versionsRoute } from '#web/versions/versions.route.ts'

/** The routes that are loaded with the first visit of one of them. */
export const lazyRoutes = [
  adminRoutes,
  caseRoute,
  casesRoute,
  moderationLogRoute,
  changesRoute,
  dependentsRoute,
  filesRoute,
  historyRoute,
  installRoute,
  reportRoute,
  rulesRoute,
  versionsRoute,
  notificationsRoute,
  editScriptRoute,
  submitRoute,
  settingsRoute,
  claimRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  takedownRoute,
  takedownConfirmRoute,
  takedownStatusRoute,
  counterNoticeRoute,
  termsRoute,
  privacyRoute,
  cookiesRoute,
  dmcaRoute,
  faqRoute,
  aboutRoute,
  supportRoute,
] as const
