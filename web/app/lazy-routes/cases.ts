import { caseRoute, casesRoute, moderationLogRoute } from '#web/moderation/cases/cases.routes.ts'
import { invitationsRoute } from '#web/scripts/members/invitations.route.ts'
import { notificationsRoute, unsubscribeRoute } from '#web/site/notifications/notifications.routes.ts'
import {
  counterNoticeRoute,
  takedownConfirmRoute,
  takedownRoute,
  takedownStatusRoute,
} from '#web/moderation/takedowns/takedown.routes.ts'

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
  unsubscribeRoute,
] as const
