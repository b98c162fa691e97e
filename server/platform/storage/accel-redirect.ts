import type { IncomingMessage } from 'node:http'

import type { Config } from '#platform/config.ts'
import { isFromTrustedProxy } from '#platform/http/client-ip.ts'

import { pathOfKey } from './disk-store.ts'

/**
 * The X-Accel-Redirect path with which nginx sends the file itself, undefined when the app sends it. Only for requests
 * of a trusted proxy: another client would get an empty response and learn a key.
 */
export function accelRedirectPath(
  { accelRedirect, trustedProxies }: Config,
  request: IncomingMessage,
  key: string,
): string | undefined {
  if (accelRedirect === undefined || !isFromTrustedProxy(request, trustedProxies)) return undefined
  return accelRedirect + pathOfKey(key)
}
