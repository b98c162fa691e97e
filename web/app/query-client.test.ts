import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'

import { CallFailure } from './call.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('a query without a connection is made all the same, and its failure told', async () => {
  onlineManager.setOnline(false)
  const unanswered = createQueryClient(false).fetchQuery({
    queryKey: ['a script'],
    queryFn: () => Promise.reject(new CallFailure('Script not found', { status: 404 })),
  })

  await expect(unanswered).rejects.toThrow('Script not found')
})
