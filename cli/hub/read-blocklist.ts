import { createLocalJWKSet, flattenedVerify } from 'jose'
import { z } from 'zod/mini'

import { BlocklistContent, toolFeedsApi } from '#contract/site/tool-feeds.ts'
import { CliError, exitCodes } from '#cli/cli-error.ts'

import type { Hub } from './hub.ts'

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
const timeoutMs = 30_000

/** What moderators of the hub do not accept. Its signature must be valid. */
export async function readBlocklist(hub: Hub): Promise<BlocklistContent> {
  const signed = await hub.call(toolFeedsApi.blocklist, {})
  const response = await hub.openFile('/.well-known/scripthaven.json', AbortSignal.timeout(timeoutMs))
  try {
    const { keys } = Keys.parse(await response.json())
    const { payload } = await flattenedVerify(signed, createLocalJWKSet({ keys }), {
      algorithms: ['EdDSA', 'Ed25519'],
    })
    return BlocklistContent.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch {
    throw new CliError(
      `The signature of the blocklist of ${hub.url} is not valid. Run the command again; if that changes nothing, tell its administrators.`,
      exitCodes.hub,
    )
  }
}
