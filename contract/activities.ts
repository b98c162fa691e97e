import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Id, noNul, Pagination, paging, sentTime, Time } from './fields.ts'

export const activityTypes = ['script', 'user', 'system', 'partner', 'warning'] as const
export const activityStatuses = ['success', 'info', 'warning', 'error'] as const
/** Who says so: the hub, of what it did itself, or a client, of what only a client sees. */
export const activitySources = ['server', 'client'] as const
export const activityTargets = ['script', 'user', 'group', 'partner', 'category', 'style', 'system'] as const

/** What a client may report; everything else the server notes by itself. */
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
  /** A list counts and shows no more than this; `until` leads to what is older. */
  listedMax: 10_000,
  pageSize: 20,
  recent: 5,
  /** Rows of one export; `until` leads to what is older. */
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
  /** Who did it; null for nobody signed in. */
  users: z.nullable(z.object({ username: z.string() })),
  source: z.enum(activitySources),
  /** The page of this site that shows the target; null where there is none, as for a script that was deleted. */
  target_link: z.nullable(z.string()),
})
export type Activity = z.output<typeof Activity>

const type = z.enum(activityTypes, 'Type must be script, user, system, partner or warning')
const status = z.enum(activityStatuses, 'Status must be success, info, warning or error')

/** User, time and id are the server's to say: what a client sends of them is ignored. */
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

const filter = {
  type: z.optional(type),
  status: z.optional(status),
  /** Nothing later than this. */
  until: z.optional(sentTime('Until must be a time in ISO 8601')),
}

export const ActivityQuery = z.object({ ...paging(activityLimits.pageSize), ...filter })
export type ActivityQuery = z.output<typeof ActivityQuery>

export const ActivityFilter = z.object(filter)
export type ActivityFilter = z.output<typeof ActivityFilter>

export const activitiesApi = {
  report: endpoint({
    method: 'POST',
    path: '/api/activities',
    summary:
      'Report what only a client sees. Without signing in only a System Error, of type system and status error; 30 a minute.',
    access: 'anyone',
    body: ActivityReport,
    reply: Activity,
    status: 201,
    limit: 'write',
    refuses: ['forbidden'],
  }),
  recent: endpoint({
    method: 'GET',
    path: '/api/activities/recent',
    summary: 'The latest activities.',
    access: ['admin.activities.view', 'admin.dashboard.view'],
    query: z.object({ limit: paging(activityLimits.recent).limit }),
    reply: z.array(Activity),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/activities',
    summary:
      'The activity log, newest first. The total counts at most 10,000; `until` leads to what is older than those.',
    access: 'admin.activities.view',
    query: ActivityQuery,
    reply: z.object({ activities: z.array(Activity), pagination: Pagination }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/activities/export',
    summary:
      'The activity log as a table (CSV), newest first, at most 100,000 rows; `until` leads to what is older. 6 a minute.',
    access: 'admin.activities.view',
    query: ActivityFilter,
    reply: z.string(),
    download: { type: 'text/csv', fileName: 'activities.csv' },
  }),
}
