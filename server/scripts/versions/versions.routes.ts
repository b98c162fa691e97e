import Negotiator from 'negotiator'

import { changesApi } from '#contract/scripts/changes.ts'
import { similarApi } from '#contract/scripts/similar.ts'
import { ContentParams, versionsApi, type VersionSummary } from '#contract/scripts/versions.ts'
import { notFound } from '#platform/errors.ts'
import { cachedRoute, httpRoute, route } from '#platform/http/route.ts'
import {
  analysisTag,
  blocklistTag,
  queueTag,
  readAnalysisStatus,
  readCatalogue,
} from '#server/archives/archives.public.ts'
import { cardTag, scriptsOfTag } from '#server/scripts/script-tags.ts'
import { userTag } from '#server/access/access.public.ts'

import { changeChangelog, restoreVersion, withdrawVersion } from './change-version.ts'
import { commentFinding, judgeFinding, withdrawVerdict } from './judge-finding.ts'
import { readChanges } from './version-changes.ts'
import { findSimilar } from './find-similar.ts'
import { createVersionLink, contentResponse, readText } from './version-files.ts'
import { readReport } from './read-report.ts'
import { listVersions, readTree, readVersion } from './read-version.ts'

const versionTags = ({ sha256, scriptId }: VersionSummary) => [analysisTag(sha256), cardTag(scriptId)]

export const versionRoutes = [
  cachedRoute(
    versionsApi.list,
    ({ params }, { versions }) => [
      cardTag(params.id),
      ...versions.map(({ sha256 }) => analysisTag(sha256)),
      ...(versions.some(({ wait }) => wait) ? [queueTag] : []),
      ...versions.flatMap(({ uploadedBy }) => (uploadedBy ? [userTag(uploadedBy.id)] : [])),
    ],
    ({ db, actor, params, query }) => listVersions(db, actor, params.id, query),
    { variesByUser: true },
  ),
  cachedRoute(
    versionsApi.get,
    (_, version) => versionTags(version),
    ({ db, actor, params }) => readVersion(db, actor, params.id),
  ),
  cachedRoute(
    versionsApi.report,
    (_, { version, script, state, resources, basedOn }) => [
      ...versionTags(version),
      userTag(script.userId),
      scriptsOfTag(script.userId),
      ...resources.flatMap(({ dependencies }) =>
        dependencies.flatMap((need) => (need.script ? [cardTag(need.script.id)] : [])),
      ),
      ...(basedOn ? [cardTag(basedOn.script.id)] : []),
      ...(state === 'waiting' ? [queueTag] : []),
    ],
    ({ db, actor, params }) => readReport(db, actor, params.id),
  ),
  cachedRoute(
    versionsApi.files,
    (_, { version }) => versionTags(version),
    ({ app, actor, params, query }) => readTree(app, actor, params.id, query),
  ),
  cachedRoute(
    changesApi.changes,
    (_, { from, to, server }) => [
      ...versionTags(to),
      ...(from ? versionTags(from) : []),
      ...server.requires.added.flatMap(({ script }) => (script ? [cardTag(script.id)] : [])),
    ],
    ({ app, actor, params, query }) => readChanges(app, actor, params.id, query.from),
    // The author and moderators see files that are not public.
    { variesByUser: ({ state }) => state === 'no-files' },
  ),
  // Not cached: files would evict pages.
  cachedRoute(
    versionsApi.text,
    () => undefined,
    ({ app, actor, params }) => readText(app, actor, params),
  ),
  cachedRoute(
    versionsApi.rules,
    () => [blocklistTag],
    ({ db }) => readCatalogue(db),
  ),
  route(versionsApi.change, ({ app, actor, params, body }) => changeChangelog(app, actor, params.id, body)),
  route(versionsApi.withdraw, ({ app, actor, params, body }) => withdrawVersion(app, actor, params.id, body)),
  route(versionsApi.restore, ({ app, actor, params }) => restoreVersion(app, actor, params.id)),
  route(versionsApi.downloadUrl, ({ app, actor, params }) => createVersionLink(app, actor, params.id)),
  route(versionsApi.status, ({ db }) => readAnalysisStatus(db)),
  route(versionsApi.comment, ({ app, actor, params, body }) => commentFinding(app, actor, params.id, body)),
  route(versionsApi.setVerdict, ({ app, actor, params, body }) => judgeFinding(app, actor, params, body)),
  route(similarApi.similar, ({ app, actor, params }) => findSimilar(app, actor, params.id)),
  route(versionsApi.removeVerdict, ({ app, actor, params }) => withdrawVerdict(app, actor, params)),
]

export const versionFileRoutes = [
  httpRoute({
    method: 'GET',
    path: '/files/content/:version/:n',
    access: 'anyone',
    limit: 'content',
    work: 'call',
    handle: ({ app, request, params, actor }) => {
      const file = ContentParams.safeParse(params)
      if (!file.success) throw notFound('Not found')
      const header = request.headers['accept-encoding'] ?? ''
      const accepted = new Negotiator({ headers: { 'accept-encoding': header } })
      const encodings = accepted.encodings(['gzip', 'identity'], { preferred: ['gzip', 'identity'] })
      return contentResponse(app, actor, file.data, encodings[0] === 'gzip')
    },
  }),
]
