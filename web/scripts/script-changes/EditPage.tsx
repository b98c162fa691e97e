import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Lock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { editorRoleOf, mayEdit } from '#web/scripts/script-page/editor-role.ts'
import { expiredFormText } from './script-changes.texts.ts'
import { ScriptFormSkeleton } from './ScriptFormSkeleton.tsx'

const EditScriptForm = lazy(async () => ({ default: (await import('./EditScriptForm.tsx')).EditScriptForm }))

export function EditPage() {
  const id = parseScriptId(useParams({ from: '/scripts/$id/edit' }).id)
  const session = useSession()
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined && session !== null })
  const script = query.data
  const role = script && mayEdit(session, script) ? editorRoleOf(session, script) : undefined
  // The form stays mounted, so that a session that expires does not lose its content.
  const [opened, setOpened] = useState<Script>()
  if (script && role && opened?.id !== script.id) setOpened(script)
  return (
    <div className="page-width">
      <PageHead
        title="Edit Script"
        above={<EditPath id={id} script={script ?? undefined} />}
        actions={role === 'moderator' && <Badge tone="warn">Moderator Edit</Badge>}
      />
      {renderUnavailable()}
      {opened && (
        <div hidden={!role}>
          <Suspense fallback={<ScriptFormSkeleton />}>
            <EditScriptForm key={opened.id} script={opened} isModeration={role === 'moderator'} />
          </Suspense>
        </div>
      )}
    </div>
  )

  function renderUnavailable(): ReactNode {
    if (!session)
      return (
        <AuthenticationRequired
          text="Sign in to edit your scripts."
          {...(opened && { expiredText: expiredFormText })}
          skeleton={<ScriptFormSkeleton />}
        />
      )
    if (role) return null
    if (id === undefined || script === null) return <EditUnavailable title="Script not found" />
    if (script)
      return <EditUnavailable title="You can only edit your own scripts or need permissions" id={id} />
    if (!query.isError) return <ScriptFormSkeleton />
    return (
      <FailedState
        title="Failed to load script"
        text="The server did not answer as it should. Please try again."
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
}

function EditPath({ id, script }: { id: number | undefined; script: Script | undefined }) {
  return (
    <Breadcrumbs
      steps={[
        { label: 'Assets', renderLink: (props) => <Link to="/scripts" {...props} /> },
        {
          label: script?.name ?? 'Script',
          renderLink: (props) => <Link to="/scripts/$id" params={{ id: String(id ?? 0) }} {...props} />,
        },
        { label: 'Edit' },
      ]}
    />
  )
}

function EditUnavailable({ title, id }: { title: string; id?: number }) {
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title={title}
        action={
          id === undefined ? (
            <Link to="/scripts" className={buttonClass()}>
              <ArrowLeft />
              Back to Scripts
            </Link>
          ) : (
            <Link to="/scripts/$id" params={{ id: String(id) }} className={buttonClass()}>
              <ArrowLeft />
              Back to the script
            </Link>
          )
        }
      />
    </Card>
  )
}
