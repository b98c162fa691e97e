import { hostname } from 'node:os'

import type { Hub } from '#platform/hub.ts'
import { shareFloods } from '#platform/limits/share-floods.ts'
import { requireCommonGround } from '#platform/nodes/require-common-ground.ts'
import { shareChanges } from '#platform/nodes/share-changes.ts'

import { hearTakeovers } from './uploads/uploads.public.ts'

/** A node that differs in one of these is no node of this hub: its tokens or its files would be good only there. */
export async function requireSameHub({
  db,
  nodes,
  config,
  secrets,
  log,
}: Pick<Hub, 'db' | 'nodes' | 'config' | 'secrets' | 'log'>): Promise<void> {
  await requireCommonGround(db, nodes, log, [
    {
      name: 'secret',
      value: Buffer.from(secrets.likeness).toString('hex'),
      refusal:
        'Another node of this hub is running with another TOKEN_SECRET. Give this one the same: what one signs, the ' +
        'other must know. To change the secret, stop all nodes first. (A node that lost its power is forgotten after half a minute.)',
      change: 'TOKEN_SECRET is another one than before: everybody signs in anew',
    },
    {
      name: 'files',
      value: config.s3 ? `bucket ${config.s3.bucket}` : `folder ${config.dataDir} of ${hostname()}`,
      refusal:
        'Another node of this hub is running and keeps its files elsewhere. Nodes share one S3 store: give all of them ' +
        'the same S3_ENDPOINT and S3_BUCKET.',
      change: 'Files are kept in another place than before; hub check-files tells whether all are there',
    },
  ])
}

/** From here on this node hears what the others write, count and take over, and tells them. */
export async function shareWithNodes(hub: Hub): Promise<{ stop(): void }> {
  await shareChanges(hub.db, hub.cache, hub.nodes)
  await hearTakeovers(hub)
  return shareFloods(hub.floods, hub.nodes)
}
