import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'

import { ApiError } from './call.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('a query that starts while offline runs and reports its error', async () => {
  onlineManager.setOnline(false)
  const unanswered = createQueryClient(false).fetchQuery({
    queryKey: ['a script'],
    queryFn: () => Promise.reject(new ApiError('Script not found', { status: 404 })),
  })

  await expect(unanswered).rejects.toThrow('Script not found')
})

test('a mutation without a connection fails instead of waiting for one', async () => {
  onlineManager.setOnline(false)
  const mutation = new MutationObserver(createQueryClient(false), {
    mutationFn: () => Promise.reject(new ApiError('Network error occurred', { code: 'network' })),
  })

  await expect(mutation.mutate()).rejects.toThrow('Network error occurred')
})
