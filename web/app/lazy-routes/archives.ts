import { installRoute } from '#web/scripts/install/install.route.ts'
import { membersRoute } from '#web/scripts/members/members.route.ts'
import { dependentsRoute } from '#web/scripts/script-page/dependents.route.ts'
import { historyRoute } from '#web/scripts/versions/history.route.ts'
import { reportRoute } from '#web/scripts/versions/report.route.ts'
import { statisticsRoute } from '#web/scripts/script-statistics/statistics.route.ts'
import { versionsRoute } from '#web/scripts/versions/versions.route.ts'
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
