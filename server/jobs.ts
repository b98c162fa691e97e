import type { Job } from '#platform/jobs/jobs.ts'
import { deliverMail } from '#platform/mail/mailer.ts'

import { maintainPartitions } from './activities/activities.public.ts'
import { countDays } from './analytics/analytics.public.ts'
import { applyVerdict } from './archives/archives.public.ts'
import { mailResetLink } from './auth/auth.public.ts'
import { purgeEvents } from './events/events.public.ts'
import { endExpiredMemberships } from './groups/groups.public.ts'
import { closeInactiveCases } from './moderation/moderation.public.ts'
import {
  dispatchEvent,
  purgeNotifications,
  withdrawNotifications,
} from './notifications/notifications.public.ts'
import { deleteAccounts, purgeExports, writeExport } from './own-data/own-data.public.ts'
import { purgeViews, updateTrending } from './script-counters/script-counters.public.ts'
import {
  indexScripts,
  refreshShortlist,
  reindexAuthor,
  reindexScripts,
} from './script-search/script-search.public.ts'
import { purgeBulkActs } from './sanctions/sanctions.public.ts'
import { deleteHiddenFiles } from './removals/removals.public.ts'
import {
  backfillAttributes,
  createIndexes,
  sweepFiles,
  writeAttributesOfArchives,
} from './scripts/scripts.public.ts'
import { sweepSessions } from './sessions/sessions.public.ts'
import { endBanner } from './site-settings/site-settings.public.ts'
import { takeDailySnapshot } from './stats/stats.public.ts'
import { sweepUploads } from './uploads/uploads.public.ts'
import { endTimedSuspensions } from './user-admin/user-admin.public.ts'
import { endExpiredStyles } from './user-styles/user-styles.public.ts'
import { purgeExpiredTokens, anonymizeIps } from './users/users.public.ts'
import {
  analyseNext,
  analyseNextLong,
  applyAnalysis,
  backfillVersions,
  compareVersions,
  rescan,
  rescanFile,
} from './versions/versions.public.ts'

/** All background jobs. During a rolling restart, jobs with a `formerName` run once under each name: they are idempotent. */
export const jobs: readonly Job[] = [
  deliverMail,
  mailResetLink,
  reindexAuthor,
  indexScripts,
  reindexScripts,
  analyseNext,
  analyseNextLong,
  applyAnalysis,
  applyVerdict,
  backfillVersions,
  compareVersions,
  rescan,
  rescanFile,
  dispatchEvent,
  withdrawNotifications,
  writeExport,
  countDays,
  createIndexes,
  backfillAttributes,
  writeAttributesOfArchives,
  { name: 'end-expired-memberships', schedule: '* * * * *', run: endExpiredMemberships },
  { name: 'end-timed-suspensions', schedule: '* * * * *', run: endTimedSuspensions },
  { name: 'end-expired-styles', schedule: '* * * * *', run: endExpiredStyles },
  { name: 'end-banner', schedule: '* * * * *', run: endBanner },
  { name: 'delete-accounts', schedule: '43 * * * *', run: deleteAccounts },
  { name: 'purge-exports', schedule: '53 3 * * *', run: purgeExports },
  { name: 'sweep-sessions', schedule: '17 * * * *', run: sweepSessions },
  {
    name: 'purge-expired-tokens',
    formerName: 'forget-expired-codes',
    schedule: '27 * * * *',
    run: purgeExpiredTokens,
  },
  {
    name: 'purge-idle-limits',
    formerName: 'forget-idle-limits',
    schedule: '*/10 * * * *',
    run: ({ sharedLimiter }) => sharedLimiter.purgeIdle(),
  },
  { name: 'update-trending', schedule: '23 * * * *', run: updateTrending },
  { name: 'sweep-uploads', schedule: '37 * * * *', run: sweepUploads },
  { name: 'delete-hidden-files', schedule: '57 3 * * *', run: deleteHiddenFiles },
  { name: 'sweep-files', schedule: '7 4 * * *', run: async (app) => void (await sweepFiles(app)) },
  { name: 'purge-views', formerName: 'forget-past-views', schedule: '7 0 * * *', run: purgeViews },
  { name: 'close-inactive-cases', schedule: '47 4 * * *', run: closeInactiveCases },
  { name: 'purge-events', schedule: '17 3 * * *', run: purgeEvents },
  { name: 'purge-notifications', schedule: '27 3 * * *', run: purgeNotifications },
  {
    name: 'refresh-shortlist',
    formerName: 'reckon-heads',
    schedule: '*/10 * * * *',
    run: ({ db }) => refreshShortlist(db),
  },
  {
    name: 'maintain-partitions',
    formerName: 'keep-activity-months',
    schedule: '47 3 * * *',
    run: maintainPartitions,
  },
  {
    name: 'daily-snapshot',
    formerName: 'take-daily-snapshot',
    schedule: '55 23 * * *',
    run: takeDailySnapshot,
  },
  { name: 'purge-bulk-acts', schedule: '57 3 * * *', run: purgeBulkActs },
  { name: 'anonymize-ips', formerName: 'shorten-addresses', schedule: '37 4 * * *', run: anonymizeIps },
]
