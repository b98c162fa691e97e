import { hostname } from 'node:os'

import type { App } from '#platform/app.ts'
import { shareLocalLimits } from '#platform/rate-limits/share-local-limits.ts'
import { assertSameSettings } from '#platform/cluster/assert-same-settings.ts'
import { broadcastInvalidations } from '#platform/cluster/broadcast-invalidation.ts'

import { settingsTag, type SettingsStore } from './site/site.public.ts'
import { subscribeToPreemptions } from './scripts/scripts.public.ts'

/** Nodes must share the secret and the file store: tokens and files of one node must work on all. */
export async function requireSameSettings({
  db,
  nodes,
  config,
  secrets,
  log,
}: Pick<App, 'db' | 'nodes' | 'config' | 'secrets' | 'log'>): Promise<void> {
  await assertSameSettings(db, nodes, log, [
    {
      name: 'secret',
      value: Buffer.from(secrets.secretFingerprint).toString('hex'),
      error:
        'Another node is running with a different TOKEN_SECRET. Set the same value on all nodes. To change it, stop all ' +
        'nodes first. (A node that crashed counts as running for half a minute.)',
      changeWarning: 'TOKEN_SECRET has changed: all users have to sign in again',
    },
    {
      name: 'files',
      value: config.s3 ? `bucket ${config.s3.bucket}` : `folder ${config.dataDir} of ${hostname()}`,
      error:
        'Another node is running with a different file store. Set the same S3_ENDPOINT and S3_BUCKET on all nodes.',
      changeWarning:
        'The file store has changed; run `npm run hub -- check-files` to check that all files are in it',
    },
  ])
}

/** Starts the exchange of invalidations, settings, upload takeovers and rate-limit counts with the other nodes. */
export async function joinCluster(app: App, settings: SettingsStore): Promise<{ stop(): void }> {
  await broadcastInvalidations(app.db, app.cache, app.nodes, (tags) =>
    tags.includes(settingsTag) ? settings.refresh() : undefined,
  )
  // A change between the start of this node and its subscription.
  await settings.refresh()
  await subscribeToPreemptions(app)
  return shareLocalLimits(app.localLimiter, app.nodes)
}
