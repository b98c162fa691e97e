import { caseRoute, casesRoute, moderationLogRoute } from '#web/cases/cases.routes.ts'
import { invitationsRoute } from '#web/members/invitations.route.ts'
import { notificationsRoute } from '#web/notifications/notifications.route.ts'
import {
  counterNoticeRoute,
  takedownConfirmRoute,
  takedownRoute,
  takedownStatusRoute,
} from '#web/takedown/takedown.routes.ts'

export const routes = [
  caseRoute,
  casesRoute,
  invitationsRoute,
  moderationLogRoute,
  notificationsRoute,
  takedownRoute,
  takedownConfirmRoute,
  takedownStatusRoute,
  counterNoticeRoute,
] as const
