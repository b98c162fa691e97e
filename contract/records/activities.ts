import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, noNul, Pagination, paging, sentTime, Time } from '#contract/platform/fields.ts'

export const activityTypes = ['script', 'user', 'system', 'partner', 'warning'] as const
export const activityStatuses = ['success', 'info', 'warning', 'error'] as const
/** True if the server recorded an activity itself or a client reported it. */
export const activitySources = ['server', 'client'] as const
export const activityTargets = ['script', 'user', 'group', 'partner', 'category', 'style', 'system'] as const

/** The actions that a client may report; the server records all others itself. */
export const reportedActions = [
  'Script Viewed',
  'Script Created',
  'Script Updated',
  'Profile Updated',
  'Password Changed',
  'Dashboard Refreshed',
  'Statistics Snapshot',
  'User Login',
  'User Registered',
  'User Logout',
  'System Error',
] as const

export const activityLimits = {
  descriptionMax: 500,
  /** Bytes of the metadata as JSON, and how deep it may be nested. */
  metadataSizeMax: 4096,
  metadataDepthMax: 5,
  /** A list counts and shows at most this many; `until` gives access to older ones. */
  listedMax: 10_000,
  pageSize: 20,
  recent: 5,
  /** Rows of one export; `until` gives access to older ones. */
  exportedMax: 100_000,
} as const

const Metadata = z.record(z.string(), z.unknown(), 'Metadata must be an object')

export const Activity = z.object({
  id: z.int(),
  type: z.enum(activityTypes),
  action: z.string(),
  description: z.string(),
  status: z.enum(activityStatuses),
  metadata: Metadata,
  target_id: z.nullable(z.int()),
  target_type: z.nullable(z.string()),
  created_at: Time,
  /** The acting user; null for a visitor. */
  users: z.nullable(z.object({ username: z.string() })),
  source: z.enum(activitySources),
  /** The page of this site that shows the target; null if there is none, for example for a deleted script. */
  target_link: z.nullable(z.string()),
})
export type Activity = z.output<typeof Activity>

export const ActivityPage = z.object({ activities: z.array(Activity), pagination: Pagination })

const type = z.enum(activityTypes, 'Type must be script, user, system, partner or warning')
const status = z.enum(activityStatuses, 'Status must be success, info, warning or error')

/** The server sets user, time and id; values of the client are ignored. */
export const ActivityReport = z.object({
  type,
  action: z.enum(reportedActions, 'This action is not one that clients report'),
  description: z._default(
    z
      .string('Description must be text')
      .check(
        z.trim(),
        z.maxLength(activityLimits.descriptionMax, 'Description must be at most 500 characters'),
        noNul,
      ),
    '',
  ),
  status: z._default(status, 'info'),
  metadata: z._default(Metadata, {}),
  target_id: z.optional(z.nullable(Id)),
  target_type: z.optional(z.nullable(z.enum(activityTargets, 'Unknown target type'))),
})
export type ActivityReport = z.output<typeof ActivityReport>

/** Views, downloads and sign-ins are most of the log. */
export const usageActions = ['Script Viewed', 'Script Downloaded', 'User Login'] as const

const filter = {
  type: z.optional(type),
  status: z.optional(status),
  /** `hidden` leaves out views, downloads and sign-ins. */
  usage: z._default(z.enum(['shown', 'hidden'], 'Usage must be shown or hidden'), 'shown'),
  /** The name of the acting user. */
  user: z.optional(z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters'), noNul)),
  action: z.optional(z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters'), noNul)),
  /**
   * The changes of one object, both together; they never contain views, downloads and sign-ins, and likes only if the
   * action is set.
   */
  target_type: z.optional(z.enum(activityTargets, 'Unknown target type')),
  target_id: z.optional(Id),
  /** The latest time to include. */
  until: z.optional(sentTime('Until must be a time in ISO 8601')),
}

export const ActivityQuery = z.object({ ...paging(activityLimits.pageSize), ...filter })
export type ActivityQuery = z.output<typeof ActivityQuery>

export const ActivityFilter = z.object(filter)
export type ActivityFilter = z.output<typeof ActivityFilter>

/** The objects whose history can be read. */
export const historyTargets = ['user', 'script', 'group'] as const

export const HistoryQuery = z.object({
  ...paging(activityLimits.pageSize),
  target_type: z.enum(historyTargets, 'Target type must be user, script or group'),
  target_id: Id,
})
export type HistoryQuery = z.output<typeof HistoryQuery>

export const activitiesApi = {
  report: endpoint({
    method: 'POST',
    path: '/api/activities',
    summary: 'Report an activity',
    description:
      'For events that only a client sees. Without a token only a `System Error` of type `system` and status `error` is accepted. At most 30 reports a minute.',
    access: 'anyone',
    usesToken: true,
    body: ActivityReport,
    reply: Activity,
    status: 201,
    errors: ['forbidden'],
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/activities/recent',
    summary: 'List the latest activities',
    access: ['admin.activities.view', 'admin.dashboard.view'],
    query: z.object({ limit: paging(activityLimits.recent).limit, usage: filter.usage }),
    reply: z.array(Activity),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/activities',
    summary: 'List the activity log',
    description: 'Newest first. The total counts at most 10,000 entries; `until` selects older ones.',
    access: 'admin.activities.view',
    query: ActivityQuery,
    reply: ActivityPage,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/activities/history',
    summary: 'List the history of a user, script or group',
    description:
      'Who changed it, newest first, with old and new values. Without views, downloads, sign-ins and likes.',
    access: ['admin.audit', 'admin.activities.view'],
    query: HistoryQuery,
    reply: ActivityPage,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/activities/export',
    summary: 'Export the activity log',
    description:
      'As CSV, newest first, at most 100,000 rows; `until` selects older ones. At most 6 exports a minute.',
    access: 'admin.activities.view',
    query: ActivityFilter,
    reply: z.string(),
    download: { type: 'text/csv', fileName: 'activities.csv' },
  }),
}
