import { changesRoute } from '#web/scripts/changes/changes.route.ts'
import { filesRoute } from '#web/scripts/files/files.route.ts'

export const routes = [changesRoute, filesRoute] as const
