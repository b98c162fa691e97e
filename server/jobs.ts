import type { Job } from '#platform/jobs/jobs.ts'
import { deliverMail } from '#platform/mail/mailer.ts'

import { maintainPartitions, purgeEvents, takeDailySnapshot } from './records/records.public.ts'
import {
  countDays,
  dispatchEvent,
  purgeNotifications,
  withdrawNotifications,
  endBanner,
} from './site/site.public.ts'
import { applyVerdict, hashFiles } from './archives/archives.public.ts'
import {
  mailResetLink,
  deleteAccounts,
  purgeExports,
  writeExport,
  sweepSessions,
} from './accounts/accounts.public.ts'
import {
  endExpiredMemberships,
  endExpiredStyles,
  purgeExpiredTokens,
  anonymizeIps,
} from './access/access.public.ts'
import { closeInactiveCases, purgeBulkActs, endTimedSuspensions } from './moderation/moderation.public.ts'
import {
  purgeViews,
  updateTrending,
  indexScripts,
  refreshShortlist,
  reindexAuthor,
  reindexScripts,
  deleteHiddenFiles,
  backfillAttributes,
  createIndexes,
  sweepFiles,
  writeAttributesOfArchives,
  sweepUploads,
  analyseNext,
  analyseNextLong,
  applyAnalysis,
  backfillVersions,
  compareVersions,
  rescan,
  rescanFile,
} from './scripts/scripts.public.ts'

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
  hashFiles,
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
