import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { ReviewLine } from '#web/moderation/cases/ReviewLine.tsx'
import { isPublic } from '#web/scripts/script-page/author-role.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { Alert } from '#web/ui/Alert.tsx'

import { refetchMs } from './analysis-texts.ts'
import { versionsPath } from './version-paths.ts'
import { unpublishedTitle } from './version-texts.ts'
import { versionChoicesQuery } from './versions.data.ts'

/** For the author and moderators: a version other than the current one is not published yet. */
export function VersionStates({ script, publish }: { script: Script; publish?: ReactNode }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...versionChoicesQuery(script.id, useSession()?.user.id),
    refetchInterval: ({ state }) =>
      state.data?.versions.some((version) => version.state === 'scanning') && refetchMs(state),
  })
  const current = data?.versions.find(({ isCurrent }) => isCurrent)
  const isOld =
    current !== undefined &&
    (current.id !== script.versionId || (script.isInReview === true && current.state === 'published'))
  // The scan of a version is over, so that it is the current one, or the script is public.
  useEffect(() => {
    if (isOld) void queryClient.invalidateQueries({ queryKey: scriptQuery(script.id).queryKey })
  }, [isOld, queryClient, script.id])
  const waiting = data?.versions.find(
    ({ id, state }) => (state === 'waiting' || state === 'scanning') && id !== script.versionId,
  )
  if (!waiting) return null
  return (
    <Alert icon={<Hourglass />} title={unpublishedTitle(waiting, script)} action={publish}>
      {isPublic(script) && `Until it is published, visitors get ${script.version}. `}
      <Link to={versionsPath(script.id)} className="text-link">
        All versions
      </Link>
      {!(script.removal && waiting.state === 'scanning') && (
        <ReviewLine scriptId={script.id} versionId={waiting.id} />
      )}
    </Alert>
  )
}
