import { mkdirSync } from 'node:fs'

import { createLocalJWKSet, flattenedVerify } from 'jose'
import { z } from 'zod/mini'

import { BlocklistContent, toolFeedsApi } from '#contract/site/tool-feeds.ts'
import { CliError, exitCodes, systemError } from '#cli/cli-error.ts'
import { replaceFile } from '#cli/disk/write-file.ts'
import { requireRealFolders, type Place } from '#cli/files/place.ts'
import { parseJson, readText } from '#cli/files/read-json.ts'
import { plain, type Output } from '#cli/terminal/output.ts'

import type { Hub } from './hub.ts'

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
/** `scripthaven/blocklist.json`: the newest blocklist that was read. */
const Known = z.object({ hub: z.string(), revision: z.int() })
const timeoutMs = 30_000

/** What moderators of the hub do not accept. It must be signed, and signed for this hub. `known` is the newest revision that was read. */
export async function readBlocklist({
  hub,
  place,
  output,
}: {
  hub: Hub
  place: Place
  output: Output
}): Promise<BlocklistContent & { known: number }> {
  const content = await readSigned(hub)
  if (content.hub !== hub.url)
    throw new CliError(
      `The blocklist of ${hub.url} is signed for ${plain(content.hub)}. If that is the URL of the hub, write it in scripthaven.json and scripthaven.lock; otherwise tell its administrators.`,
      exitCodes.hub,
    )
  const text = readText(place.blocklist)
  const last = text === undefined ? undefined : parseJson(place.blocklist, text, Known)
  const known = last?.hub === hub.url ? last.revision : -1
  if (content.revision > known) remember(place, { hub: hub.url, revision: content.revision }, output)
  return { ...content, known }
}

async function readSigned(hub: Hub): Promise<BlocklistContent> {
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

/** An audit also works where it cannot write. */
function remember(place: Place, known: z.output<typeof Known>, output: Output): void {
  try {
    requireRealFolders(place, [place.own])
    mkdirSync(place.own, { recursive: true })
    replaceFile(place.blocklist, `${JSON.stringify(known)}\n`)
  } catch (error) {
    const { code } = systemError(error)
    if (code === undefined) throw error
    output.warn(
      `${place.blocklist} cannot be written (${code}): the next audit will not notice an older blocklist.`,
    )
  }
}
