import { casesApi } from '#contract/moderation/cases.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { casesTag } from '#server/records/records.public.ts'
import { cardTag } from '#server/scripts/scripts.public.ts'

import { allowDirectMessages, writeMessage } from './write-message.ts'
import { claimCase, releaseCase } from './lock-case.ts'
import { decideCase } from './decide-case.ts'
import { listCases, listOwnCases } from './list-cases.ts'
import { openAppeal } from './open-appeal.ts'
import { openReport } from './open-report.ts'
import { readCase, listMessages, listReports } from './read-case.ts'
import { readEffect } from './apply-actions.ts'
import { readLog } from './read-log.ts'

export const moderationRoutes = [
  route(casesApi.open, ({ app, actor, body }) =>
    body.kind === 'report' ? openReport(app, actor, body) : openAppeal(app, actor, body),
  ),
  route(casesApi.mine, ({ app, actor, query }) => listOwnCases(app, actor, query)),
  route(casesApi.get, ({ app, actor, params }) => readCase(app, actor, params.id)),
  route(casesApi.reports, ({ app, actor, params, query }) => listReports(app, actor, params.id, query)),
  route(casesApi.messages, ({ app, actor, params, query }) =>
    listMessages(app, actor, params.id, query.before),
  ),
  route(casesApi.message, ({ app, actor, params, body }) => writeMessage(app, actor, params.id, body)),
  route(casesApi.queue, ({ app, actor, query }) => listCases(app, actor, query)),
  route(casesApi.claim, ({ app, actor, params }) => claimCase(app, actor, params.id)),
  route(casesApi.release, ({ app, actor, params }) => releaseCase(app, actor, params.id)),
  route(casesApi.directMessages, ({ app, actor, params, body }) =>
    allowDirectMessages(app, actor, params.id, body.isAllowed),
  ),
  route(casesApi.effect, ({ db, actor, params, body }) => readEffect(db, actor, params.id, body)),
  route(casesApi.decide, ({ app, actor, params, body }) => decideCase(app, actor, params.id, body)),
  // A script that is hidden, renamed or published invalidates its tag, also when the log does not name it.
  cachedRoute(
    casesApi.log,
    () => [casesTag],
    async ({ app, query, addCacheTags }) => {
      const { log, scriptIds } = await readLog(app, query)
      addCacheTags(...scriptIds.map(cardTag))
      return log
    },
  ),
]
