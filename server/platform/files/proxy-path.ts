import type { IncomingMessage } from 'node:http'

import type { Config } from '#platform/config.ts'
import { comesByProxy } from '#platform/http/client-address.ts'

import { placeOfKey } from './disk-store.ts'

/**
 * Where nginx finds a file that it sends in place of the hub; undefined where the hub sends it itself. Only a proxy
 * that the owner named is told: anybody else would get an empty answer, and learn a key.
 */
export function proxyPathOf(
  { accelRedirect, trustedProxies }: Config,
  request: IncomingMessage,
  key: string,
): string | undefined {
  if (accelRedirect === undefined || !comesByProxy(request, trustedProxies)) return undefined
  return accelRedirect + placeOfKey(key)
}
