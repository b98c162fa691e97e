import { identifyApi } from '#contract/scripts/identify.ts'
import { resolveApi } from '#contract/scripts/resolve.ts'
import { route } from '#platform/http/route.ts'

import { identifyFiles } from './identify-files.ts'
import { resolveScripts } from './resolve-scripts.ts'

export const resolveRoutes = [
  route(resolveApi, ({ app, body }) => resolveScripts(app, body)),
  route(identifyApi, ({ db, body }) => identifyFiles(db, body.hashes)),
]
