import { adminRoutes } from '#web/admin/admin.routes.ts'
import { filesRoute } from '#web/files/files.route.ts'
import { reportRoute } from '#web/versions/report.route.ts'
import { rulesRoute } from '#web/versions/rules.route.ts'

/** The routes that are loaded with the first visit of one of them. */
export const lazyRoutes = [adminRoutes, filesRoute, reportRoute, rulesRoute] as const
