import { worksReportsApi } from '#contract/scripts/works-reports.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { userTag } from '#server/access/access.public.ts'
import { scriptTag } from '#server/scripts/script-tags.ts'

import {
  answerWorksReport,
  readOwnReport,
  removeOwnReport,
  reportWorks,
  listWorksReports,
  worksTag,
} from './works-reports.ts'

export const worksReportRoutes = [
  cachedRoute(
    worksReportsApi.list,
    ({ params }, { reports }) => [
      worksTag(params.id),
      scriptTag(params.id),
      ...reports.map(({ user }) => userTag(user.id)),
    ],
    ({ db, actor, params, query }) => listWorksReports(db, actor, params.id, query),
  ),
  route(worksReportsApi.own, ({ app, actor, params }) => readOwnReport(app, actor, params.id)),
  route(worksReportsApi.put, ({ app, actor, params, body }) => reportWorks(app, actor, params.id, body)),
  route(worksReportsApi.remove, ({ app, actor, params }) => removeOwnReport(app, actor, params.id)),
  route(worksReportsApi.answer, ({ app, actor, params, body }) =>
    answerWorksReport(app, actor, params.id, body),
  ),
]
