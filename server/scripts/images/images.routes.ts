import { httpRoute } from '#platform/http/route.ts'

import { imageResponse } from './image-response.ts'

/** The images of scripts and users. The URL holds the file key. */
export const imageRoutes = (['images', 'avatars'] as const).map((kind) =>
  httpRoute({
    method: 'GET',
    path: `/files/${kind}/:name`,
    access: 'public',
    work: 'image',
    handle: ({ app, request, params }) =>
      imageResponse(app, `${kind}/${params.name ?? ''}`, request.headers.accept),
  }),
)
