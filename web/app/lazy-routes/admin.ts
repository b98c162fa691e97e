import { adminRoutes } from '#web/admin/admin.routes.ts'

export const routes = [adminRoutes] as const
