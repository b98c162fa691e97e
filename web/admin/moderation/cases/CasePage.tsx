import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'

import { AccessDenied } from '#web/admin/layout/AccessDenied.tsx'
import { moderationPermissions } from '#web/app/moderation-path.ts'
import { PageSkeleton } from '#web/admin/layout/AdminSkeleton.tsx'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { caseQuery } from '#web/moderation/cases/cases.data.ts'
import { casePath } from '#web/app/paths.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { CaseScreen } from './CaseScreen.tsx'

export function CasePage() {
  const { id: text } = useParams({ from: '/admin/moderation/$id' })
  const search = useSearch({ from: '/admin/moderation/$id' })
  const session = useSession()
  const id = parseScriptId(text)
  const userId = session?.user.id ?? 0
  const maySee = hasAnyPermission(session, moderationPermissions)
  const query = useQuery({ ...caseQuery(userId, id ?? 0), enabled: maySee && id !== undefined })
  if (!session || !maySee) return <AccessDenied />
  const shown = id === undefined ? null : query.data
  if (shown?.role === 'staff') return <CaseScreen key={shown.id} {...{ session, shown, search }} />
  if (shown !== undefined)
    return (
      <EmptyState
        heading="h1"
        icon={<SearchX />}
        title={shown ? 'You take part in this case' : 'Case not found'}
        text={
          shown
            ? 'Another member of staff must decide it.'
            : 'It does not exist, or you need another permission to decide it.'
        }
        action={
          <Link to={shown ? casePath(shown.id) : '/admin/moderation'} className="text-link">
            {shown ? 'View the case' : 'All cases'}
          </Link>
        }
      />
    )
  if (query.isError)
    return (
      <FailedState
        heading="h1"
        title="Failed to load case"
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  return <PageSkeleton />
}
