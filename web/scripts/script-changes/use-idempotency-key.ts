import { useState } from 'react'

import { ApiError } from '#web/app/call.ts'

/** One key for all attempts: if only the response was lost, the next attempt publishes nothing twice. */
export function useIdempotencyKey() {
  const [key, setKey] = useState(createKey)
  return {
    key,
    /** An earlier attempt was published with other entries. The next one is meant as another script or version. */
    renewAfter: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'conflict' && error.retryAfter === undefined)
        setKey(createKey())
    },
  }
}

/** Not randomUUID: browsers offer it to pages with https only. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
