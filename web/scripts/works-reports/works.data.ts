import { callQuery, pagedQuery } from '#web/app/call.ts'

/** The reports on a version, without `version` on the current one. Beyond the last page it is the last page. */
export const worksQuery = (scriptId: number, version: number | undefined, page = 1) =>
  pagedQuery(['works', scriptId, version ?? null, page], 'GET /api/scripts/:id/works-reports', {
    params: { id: scriptId },
    query: { page, version },
  })

export const ownWorksQuery = (versionId: number, userId: number) =>
  callQuery(['works', 'own', versionId, userId], 'GET /api/versions/:id/works-report', {
    params: { id: versionId },
  })
