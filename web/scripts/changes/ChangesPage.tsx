import { useParams, useSearch } from '@tanstack/react-router'

import { ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'

import { ChangesOfScript } from './ChangesOfScript.tsx'

export function ChangesPage() {
  const { id } = useParams({ from: '/scripts/$id/changes' })
  const search = useSearch({ from: '/scripts/$id/changes' })
  return (
    <ScriptSubpage
      id={id}
      current="versions"
      failedTitle="Failed to load changes"
      skeleton={<ReportSkeleton />}
    >
      {({ script }) => <ChangesOfScript key={script.id} script={script} search={search} />}
    </ScriptSubpage>
  )
}
