import { installRoute } from '#web/install/install.route.ts'
import { membersRoute } from '#web/members/members.route.ts'
import { dependentsRoute } from '#web/scripts/dependents.route.ts'
import { historyRoute } from '#web/versions/history.route.ts'
import { reportRoute } from '#web/versions/report.route.ts'
import { statisticsRoute } from '#web/statistics/statistics.route.ts'
import { versionsRoute } from '#web/versions/versions.route.ts'
import { worksRoute } from '#web/works/works.route.ts'

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
