import type { CallName } from './call.ts'

/** What the activity log says of a call that failed without a reason (public-site.md, section 8). */
const words: Partial<Record<CallName, string>> = {
  'GET /api/auth/profile': 'Profile fetch failed',
  'PUT /api/auth/profile': 'Profile update failed',
  'GET /api/categories': 'Failed to load categories',
  'GET /api/scripts': 'Failed to load scripts',
  'GET /api/scripts/:id': 'Failed to load script',
  'GET /api/partners': 'Failed to load partners',
  'GET /api/stats': 'Failed to load stats',
  'POST /api/scripts': 'Failed to create script',
  'GET /api/scripts/:id/download': 'Failed to download script',
  'GET /api/user-styles': 'Failed to fetch user styles',
  'GET /api/groups/me/info': 'Failed to fetch user groups',
  'GET /api/users/me': 'Failed to check ban status',
}

const textOf = new Map<string, string>(Object.entries(words))

export const failureWords = (call: string): string | undefined => textOf.get(call)
