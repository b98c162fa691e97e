import { installRoute } from '#web/scripts/install/install.route.ts'
import { membersRoute } from '#web/scripts/members/members.route.ts'
import { dependentsRoute } from '#web/scripts/script-page/dependents.route.ts'
import { historyRoute, reportRoute, versionsRoute } from '#web/scripts/versions/versions.routes.ts'
import { statisticsRoute } from '#web/scripts/script-statistics/statistics.route.ts'
import { worksRoute } from '#web/scripts/works-reports/works.route.ts'

export const routes = [
  dependentsRoute,
  historyRoute,
  installRoute,
  membersRoute,
  reportRoute,
  statisticsRoute,
  versionsRoute,
  worksRoute,
] as const
