import type { RawRoute } from '#platform/http/route.ts'

import { sendPicture } from './send-picture.ts'

/** The pictures of scripts and people, by the keys that their addresses carry. */
export const pictureRoutes: readonly RawRoute[] = (['images', 'avatars'] as const).map((kind) => ({
  method: 'GET',
  path: `/files/${kind}/:name`,
  work: 'picture',
  handle: (hub, request, response, { params }) =>
    sendPicture(hub, `${kind}/${params.name ?? ''}`, request, response),
}))
