import { callQuery } from '#web/app/call.ts'

export const installQuery = (versionId: number) =>
  callQuery(['versions', 'install', versionId], 'GET /api/versions/:id/install', {
    params: { id: versionId },
  })
