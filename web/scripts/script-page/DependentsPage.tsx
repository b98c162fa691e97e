import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Package } from 'lucide-react'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { scriptPath } from '#web/app/paths.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { dependentsPath } from '#web/scripts/versions/version-paths.ts'
import { ScriptGrid } from '#web/scripts/script-lists/ScriptGrid.tsx'
import { ScriptGridSkeleton } from '#web/scripts/script-lists/ScriptGridSkeleton.tsx'

import { dependentListQuery } from './related-scripts.data.ts'

export function DependentsPage() {
  const { page = 1 } = useSearch({ from: '/scripts/$id/dependents' })
  return (
    <ScriptSubpage current="overview" failedTitle="Failed to load scripts">
      {({ script }) => <Dependents script={script} page={page} />}
    </ScriptSubpage>
  )
}

function Dependents({ script: { id }, page }: { script: Script; page: number }) {
  const query = useQuery(dependentListQuery(id, page))
  const { data, isError, isPlaceholderData } = query
  if (!data)
    return isError ? (
      <FailedState
        title="Failed to load scripts"
        text="The list could not be loaded. Please try again."
        query={query}
      />
    ) : (
      <ScriptGridSkeleton count={scriptLimits.pageSize} />
    )
  const { scripts, pagination } = data
  if (scripts.length === 0)
    return (
      <EmptyState
        icon={<Package />}
        title="No script needs this one"
        text="A script appears here when its manifest names a resource of this one as a dependency."
        action={
          <Link to={scriptPath(id)} className="text-link">
            Back to the script
          </Link>
        }
      />
    )
  return (
    <section className="pb-16" aria-labelledby="dependents-title">
      <h2 id="dependents-title" className="mb-5 text-h3">
        Used by {pagination.total === 1 ? '1 script' : `${fullNumber(pagination.total)} scripts`}
      </h2>
      <ScriptGrid
        scripts={scripts}
        label="Scripts that need this one"
        heading="h3"
        isStale={isPlaceholderData}
      />
      <div className="pt-10">
        <Pagination
          page={isPlaceholderData ? page : pagination.page}
          pageCount={pagination.totalPages}
          renderLink={(pageNumber, props) => (
            <Link to={dependentsPath(id)} search={pageNumber > 1 ? { page: pageNumber } : {}} {...props} />
          )}
        />
      </div>
    </section>
  )
}
