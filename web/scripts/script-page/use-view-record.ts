import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { loadLazyParts } from './lazy.ts'

// By history entry: a repeated effect or a return by Back does not record a second view. After a reload the server
// decides.
const recordedVisits = new Set<string>()

/** Records one view per visit of the page. */
export function useViewRecord(id: number): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  // Read on mount: while the user leaves, the location is already the next page's.
  const [entry] = useState(() => router.state.location.state['__TSR_key'])
  useEffect(() => {
    const visit = `${entry} ${id}`
    if (recordedVisits.has(visit)) return
    recordedVisits.add(visit)
    void loadLazyParts().then(({ recordView }) => recordView(id, queryClient))
  }, [entry, id, queryClient])
}
