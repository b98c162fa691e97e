import { changesRoute } from '#web/changes/changes.route.ts'
import { filesRoute } from '#web/files/files.route.ts'

export const routes = [changesRoute, filesRoute] as const
