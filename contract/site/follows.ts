import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams, noNul, Pagination, paging, Success, Time, visible } from '#contract/platform/fields.ts'
import { frameworks, games, scriptLimits } from '#contract/scripts/script-limits.ts'

export const followLimits = {
  followsMax: 1000,
  searchesMax: 20,
  searchNameMax: 60,
  pageSize: 20,
} as const

export const followKinds = ['script', 'author', 'collection'] as const
export type FollowKind = (typeof followKinds)[number]

/** Which news a follower gets: `releases` are new versions, `security` are versions that are withdrawn for security. */
export const followedNews = ['all', 'releases', 'security'] as const

const framework = z.nullable(z.enum(frameworks, 'Framework is not known'))
const game = z.nullable(z.enum(games, 'Game is not known'))
const news = z.enum(followedNews, 'News must be all, releases or security')

/** New versions of scripts for another framework or game are left out. */
export const FollowFilter = z.object({
  news: z._default(news, 'all'),
  framework: z._default(framework, null),
  game: z._default(game, null),
})
export type FollowFilter = z.output<typeof FollowFilter>

export const FollowStatus = z.object({
  isFollowing: z.boolean(),
  followers: z.int(),
  /** Null for a user who does not follow it. */
  filter: z.nullable(z.object({ news, framework, game })),
})
export type FollowStatus = z.output<typeof FollowStatus>

export const Follow = z.object({
  kind: z.enum(followKinds),
  id: z.int(),
  /** The name of the script, the title of the collection, or the username. Empty for a script or a collection that the user may not see any more. */
  name: z.string(),
  /** The author of the script, or the owner of the collection. */
  author: z.nullable(z.string()),
  /** False for a script that is hidden or waits for review, and for a collection that others cannot see. */
  isPublic: z.boolean(),
  followers: z.int(),
  filter: z.object({ news, framework, game }),
  at: Time,
})
export type Follow = z.output<typeof Follow>

export const FollowPage = z.object({ follows: z.array(Follow), pagination: Pagination })
export type FollowPage = z.output<typeof FollowPage>

const filterText = z._default(
  z.nullable(z.string().check(z.trim(), z.maxLength(scriptLimits.queryMax, 'At most 100 characters'), noNul)),
  null,
)

/** The filters of a list of scripts; at least one is needed. */
export const SavedSearchDraft = z
  .object({
    name: z
      .string('Name is required')
      .check(
        z.trim(),
        z.minLength(1, 'Name is required'),
        z.maxLength(followLimits.searchNameMax, 'Name must be at most 60 characters'),
        noNul,
        visible(),
      ),
    q: filterText,
    category: filterText,
    tag: filterText,
    framework: z._default(framework, null),
    game: z._default(game, null),
    news: z._default(news, 'all'),
  })
  .check(
    z.refine((draft) => Boolean(draft.q || draft.category || draft.tag || draft.framework || draft.game), {
      error: 'Choose a search text, category, tag, framework or game',
      path: ['q'],
    }),
  )
export type SavedSearchDraft = z.output<typeof SavedSearchDraft>

export const SavedSearch = z.object({
  id: z.int(),
  name: z.string(),
  q: z.nullable(z.string()),
  category: z.nullable(z.string()),
  tag: z.nullable(z.string()),
  framework: z.nullable(z.enum(frameworks)),
  game: z.nullable(z.enum(games)),
  news,
  at: Time,
})
export type SavedSearch = z.output<typeof SavedSearch>

const params = z.object({ kind: z.enum(followKinds), id: Id })

export const followsApi = {
  status: endpoint({
    method: 'GET',
    path: '/api/follows/:kind/:id',
    summary: 'Count the followers of a script, an author or a collection',
    description: 'With a token also whether you follow it. `kind` is `script`, `author` or `collection`.',
    access: 'anyone',
    usesToken: true,
    params,
    reply: FollowStatus,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/follows',
    summary: 'List what you follow',
    description: 'The latest first.',
    access: 'signed-in',
    query: z.object({ ...paging(followLimits.pageSize), kind: z.optional(z.enum(followKinds)) }),
    reply: FollowPage,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/api/follows/:kind/:id',
    summary: 'Follow a script, an author or a public collection',
    description: 'A repeated call replaces the filter, which collections do not have. At most 1,000.',
    access: 'signed-in',
    params,
    body: FollowFilter,
    reply: FollowStatus,
    errors: ['conflict'],
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/follows/:kind/:id',
    summary: 'Stop following a script, an author or a collection',
    description: 'Has no effect on what you do not follow.',
    access: 'signed-in',
    params,
    reply: FollowStatus,
  }),
  searches: endpoint({
    method: 'GET',
    path: '/api/saved-searches',
    summary: 'List your saved searches',
    access: 'signed-in',
    reply: z.object({ searches: z.array(SavedSearch) }),
  }),
  saveSearch: endpoint({
    method: 'POST',
    path: '/api/saved-searches',
    summary: 'Save a search',
    description:
      'You are notified of new versions of the scripts that match it, of versions that are withdrawn for security, or of both. At most 20.',
    access: 'signed-in',
    body: SavedSearchDraft,
    reply: SavedSearch,
    status: 201,
    errors: ['conflict'],
  }),
  changeSearch: endpoint({
    method: 'PUT',
    path: '/api/saved-searches/:id',
    summary: 'Change a saved search',
    description: 'All values, as in `POST`: one that is not sent is removed.',
    access: 'signed-in',
    params: IdParams,
    body: SavedSearchDraft,
    reply: SavedSearch,
  }),
  removeSearch: endpoint({
    method: 'DELETE',
    path: '/api/saved-searches/:id',
    summary: 'Remove a saved search',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
  }),
}
