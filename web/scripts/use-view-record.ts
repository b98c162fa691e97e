import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { lateParts } from './late-parts.ts'

// Entries of the browser's history whose view was told: a second effect of the same visit, or a return to it by
// Back, is no second view. A reload begins anew, and there the server decides.
const toldVisits = new Set<string>()

/** Tells the server once per page visit that the script was seen, and shows the count it answers. */
export function useViewRecord(id: number): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  // As it is when the page comes: while it is left, it is already the next one's.
  const [entry] = useState(() => router.state.location.state['__TSR_key'])
  useEffect(() => {
    const visit = `${entry} ${id}`
    if (toldVisits.has(visit)) return
    toldVisits.add(visit)
    void lateParts().then(({ recordView }) => recordView(id, queryClient))
  }, [entry, id, queryClient])
}
