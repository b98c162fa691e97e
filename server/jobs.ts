import type { Job } from '#platform/jobs.ts'
import { deliverMail } from '#platform/mail.ts'

import { keepActivityMonths } from './activities/activities.public.ts'
import { mailResetLink } from './auth/auth.public.ts'
import { endExpiredMemberships } from './groups/groups.public.ts'
import { forgetPastViews, reckonHeads, sweepFiles } from './scripts/scripts.public.ts'
import { sweepSessions } from './sessions/sessions.public.ts'
import { takeDailySnapshot } from './stats/stats.public.ts'
import { sweepUploads } from './uploads/uploads.public.ts'
import { endExpiredStyles } from './user-styles/user-styles.public.ts'
import { forgetExpiredCodes, shortenAddresses } from './users/users.public.ts'

/** Everything the hub does by itself, on one node at a time. */
export const jobs: readonly Job[] = [
  deliverMail,
  mailResetLink,
  { name: 'end-expired-memberships', schedule: '* * * * *', run: endExpiredMemberships },
  { name: 'end-expired-styles', schedule: '* * * * *', run: endExpiredStyles },
  { name: 'sweep-sessions', schedule: '17 * * * *', run: sweepSessions },
  { name: 'forget-expired-codes', schedule: '27 * * * *', run: forgetExpiredCodes },
  { name: 'forget-idle-limits', schedule: '*/10 * * * *', run: ({ limits }) => limits.forgetIdle() },
  { name: 'sweep-uploads', schedule: '37 * * * *', run: sweepUploads },
  { name: 'sweep-files', schedule: '7 4 * * *', run: async (hub) => void (await sweepFiles(hub)) },
  { name: 'forget-past-views', schedule: '7 0 * * *', run: forgetPastViews },
  { name: 'reckon-heads', schedule: '*/10 * * * *', run: ({ db }) => reckonHeads(db) },
  { name: 'keep-activity-months', schedule: '47 3 * * *', run: keepActivityMonths },
  { name: 'take-daily-snapshot', schedule: '55 23 * * *', run: takeDailySnapshot },
  { name: 'shorten-addresses', schedule: '37 4 * * *', run: shortenAddresses },
]
