import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, NamedScript, noNul, Time } from '#contract/platform/fields.ts'
import { ServerNeeds } from './install.ts'
import { ResolvedNeed } from './resolve.ts'
import { FindingCounts } from './versions.ts'

/** `key` is that of a collection shared by link. */
export const CollectionKey = z.object({
  key: z.optional(z.string().check(z.maxLength(100, 'Key is too long'), noNul)),
})

/** A script with findings of severity high or medium. */
const FlaggedScript = z.extend(NamedScript, { high: z.int(), medium: z.int() })

/** The needs and contents of all scripts of a collection. Hidden, withdrawn and deleted ones are left out. */
export const CollectionInstall = z.object({
  /** Scripts outside of the collection that others need. */
  comesAlong: z.array(NamedScript),
  /** Needs that no script of this site meets. */
  missing: z.array(ResolvedNeed),
  server: ServerNeeds,
  /** Bytes of all archives. */
  size: z.int(),
  counts: FindingCounts,
  flagged: z.array(FlaggedScript),
  /** Scripts whose archive has not been scanned. */
  unscanned: z.int(),
  /** Resources that depend on each other, as a path that ends where it begins. */
  cycles: z.array(z.array(z.string())),
  /** Sentences. */
  problems: z.array(z.string()),
  /** Lines for server.cfg, in the order in which the resources start; empty when there is nothing to start. */
  cfg: z.string(),
})
export type CollectionInstall = z.output<typeof CollectionInstall>

/** Texts of the files that the command line reads. */
export const CollectionFiles = z.object({
  /** `scripthaven.json`. */
  project: z.string(),
  /** `scripthaven.lock`. Null when a script has no version that can be installed. */
  lock: z.nullable(z.string()),
})
export type CollectionFiles = z.output<typeof CollectionFiles>

export const CollectionDeploy = z.object({
  /** The URLs in the recipe work until then. */
  expiresAt: Time,
  /** A recipe of txAdmin in YAML; null when no script can be in one. */
  recipe: z.nullable(z.string()),
  /** Sentences. */
  notes: z.array(z.string()),
})
export type CollectionDeploy = z.output<typeof CollectionDeploy>

const ofCollection = { access: 'anyone', usesToken: true, params: IdParams, query: CollectionKey } as const

export const collectionInstallApi = {
  install: endpoint({
    ...ofCollection,
    method: 'GET',
    path: '/api/collections/:id/install',
    summary: 'Get what a collection needs and contains',
    description: 'As `POST /api/resolve` chooses their versions and what they need.',
    token: ['read'],
    reply: CollectionInstall,
    limit: 'search',
  }),
  files: endpoint({
    ...ofCollection,
    method: 'GET',
    path: '/api/collections/:id/files',
    summary: 'Get the command line’s files of a collection',
    description: '`scripthaven.json` with its scripts, and `scripthaven.lock` with the versions of now.',
    token: ['read'],
    reply: CollectionFiles,
    limit: 'search',
  }),
  deploy: endpoint({
    method: 'POST',
    path: '/api/collections/:id/deploy',
    summary: 'Create a recipe of all scripts of a collection',
    description:
      'With what they need. Its URLs work for 24 hours without a token and end with the session. Each one counts as a download.',
    access: 'scripts.download',
    token: ['download'],
    params: IdParams,
    query: CollectionKey,
    reply: CollectionDeploy,
    limit: 'submit',
  }),
}
