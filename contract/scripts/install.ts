import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Convar, AnalysisState } from '#contract/archives/analysis.ts'
import { IdParams, NamedScript, Time } from '#contract/platform/fields.ts'
import { VersionSummary } from './versions.ts'

export const requiredKinds = ['framework', 'library', 'resource'] as const

/** A resource that the archive needs and does not contain. */
export const RequiredResource = z.object({
  name: z.string(),
  constraint: z.nullable(z.string()),
  /** The most downloaded published script that has a resource of this name. */
  script: z.nullable(NamedScript),
  /** Where a well-known framework or library is released. */
  home: z.nullable(z.string()),
  kind: z.enum(requiredKinds),
  /** True if a manifest names it as a dependency. Otherwise the code uses it, perhaps only when it is there. */
  isDeclared: z.boolean(),
})
export type RequiredResource = z.output<typeof RequiredResource>

/** Requirements for the server. */
export const ServerNeeds = z.object({
  /** The lowest build. */
  build: z.nullable(z.int()),
  onesync: z.boolean(),
  gameBuild: z.nullable(z.string()),
})
export type ServerNeeds = z.output<typeof ServerNeeds>

/** How to install a version, from what its analysis says. Every text comes from the archive. */
export const Install = z.object({
  version: VersionSummary,
  script: z.object({ id: z.int(), name: z.string(), author: z.string() }),
  /** In every state but `done` nothing else is known. */
  state: AnalysisState,
  /** A sentence, if the archive could not be read. */
  failure: z.nullable(z.string()),
  /** The resources to start, in this order. */
  ensure: z.array(z.string()),
  /** Resources that depend on each other, as a path that ends where it begins. The order ignores its last step. */
  cycles: z.array(z.array(z.string())),
  requires: z.array(RequiredResource),
  server: ServerNeeds,
  /** Settings that the code reads from server.cfg. */
  convars: z.array(Convar),
  /** Paths of the files. */
  sql: z.array(z.string()),
  /** Paths of files such as README.md. */
  guides: z.array(z.string()),
  /** Sentences. */
  notes: z.array(z.string()),
  /** A block for server.cfg; empty when there is nothing to start. */
  cfg: z.string(),
  /** Commands that start them on a running server, for its console; empty when there is nothing to start. */
  commands: z.string(),
  /** A recipe needs a .zip. */
  isZip: z.boolean(),
})
export type Install = z.output<typeof Install>

/** A signed URL for programs that cannot send headers, and what to do with it. */
export const Deploy = z.object({
  url: z.string(),
  expiresAt: Time,
  fileName: z.string(),
  /** A recipe of txAdmin in YAML; null when `notes` says why there is none. */
  recipe: z.nullable(z.string()),
  /** Commands for a Linux shell. */
  shell: z.string(),
  /** Sentences. */
  notes: z.array(z.string()),
})
export type Deploy = z.output<typeof Deploy>

export const installApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/versions/:id/install',
    summary: 'Get how to install a version',
    description:
      'The order in which its resources start, what they need, and a block for `server.cfg`. Read from the manifests in the archive; every text comes from there.',
    access: 'anyone',
    token: ['read', 'publish'],
    usesToken: true,
    params: IdParams,
    reply: Install,
  }),
  deploy: endpoint({
    method: 'POST',
    path: '/api/versions/:id/deploy',
    summary: 'Create a recipe and a URL for a server',
    description:
      'The URL works for 24 hours without a token, supports `Range`, and ends with the session. Counts as a download.',
    access: 'scripts.download',
    token: ['download'],
    params: IdParams,
    reply: Deploy,
  }),
}
