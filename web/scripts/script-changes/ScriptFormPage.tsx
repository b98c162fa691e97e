import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Lock } from 'lucide-react'
import { Suspense, useState, type ReactNode, lazy } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { scriptPath } from '#web/app/paths.ts'
import { useSession, hasPermission } from '#web/app/session.ts'
import { useReviewMode } from '#web/app/use-review-mode.ts'
import { authorRoleOf, editorRoleOf, mayEdit } from '#web/scripts/script-page/author-role.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

import { ScriptFormSkeleton } from './ScriptFormSkeleton.tsx'
import { UploadPermissionRequired } from './UploadPermissionRequired.tsx'
import { expiredFormText, availability } from './script-changes.texts.ts'

/** The page of a form for a script that exists. */
export function ScriptFormPage({
  id: text,
  title,
  step,
  text: intro,
  signInText,
  refusalOf,
  renderActions,
  children,
}: {
  id: string
  title: string
  /** The last of the breadcrumbs. */
  step: string
  text?: string
  signInText: string
  /** Replaces the form for a user who may not send it. */
  refusalOf: (script: Script) => ReactNode
  renderActions?: (script: Script) => ReactNode
  children: (script: Script) => ReactNode
}) {
  const id = parseScriptId(text)
  const session = useSession()
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined && session !== null })
  const script = query.data
  const refusal = session && script ? refusalOf(script) : null
  const allowed = session && !refusal ? script : undefined
  // The form stays mounted, so that a session that expires does not lose its content.
  const [opened, setOpened] = useState<Script>()
  if (allowed && opened?.id !== allowed.id) setOpened(allowed)
  return (
    <div className="page-width">
      <PageHead
        title={title}
        text={intro}
        above={
          <Breadcrumbs
            steps={[
              { label: 'Scripts', renderLink: (props) => <Link to="/scripts" {...props} /> },
              {
                label: script?.name ?? 'Script',
                renderLink: (props) => <Link to="/scripts/$id" params={{ id: String(id ?? 0) }} {...props} />,
              },
              { label: step },
            ]}
          />
        }
        actions={allowed && renderActions?.(allowed)}
      />
      {renderUnavailable()}
      {opened && (
        <div hidden={!allowed}>
          <Suspense key={opened.id} fallback={<ScriptFormSkeleton />}>
            {children(opened)}
          </Suspense>
        </div>
      )}
    </div>
  )

  function renderUnavailable(): ReactNode {
    if (!session)
      return (
        <AuthenticationRequired
          text={signInText}
          {...(opened && { expiredText: expiredFormText })}
          skeleton={<ScriptFormSkeleton />}
        />
      )
    if (allowed) return null
    if (id === undefined || script === null) return <FormUnavailable title="Script not found" />
    if (refusal) return refusal
    if (!query.isError) return <ScriptFormSkeleton />
    return (
      <FailedState
        title="Failed to load script"
        text="The server did not respond as expected. Please try again."
        query={query}
      />
    )
  }
}

function FormUnavailable({ title, text, id }: { title: string; text?: string; id?: number }) {
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title={title}
        text={text}
        action={
          <Link to={id === undefined ? '/scripts' : scriptPath(id)} className={buttonClass()}>
            <ArrowLeft />
            {id === undefined ? 'Back to Scripts' : 'Back to the script'}
          </Link>
        }
      />
    </Card>
  )
}

const EditScriptForm = lazy(async () => ({ default: (await import('./EditScriptForm.tsx')).EditScriptForm }))

export function EditPage() {
  const { id } = useParams({ from: '/scripts/$id/edit' })
  const session = useSession()
  const isModeration = (script: Script) => editorRoleOf(session, script) === 'moderator'

  function refusalOf(script: Script): ReactNode {
    if (mayEdit(session, script)) return null
    return <FormUnavailable title="You can only edit your own scripts or need permissions" id={script.id} />
  }
  return (
    <ScriptFormPage
      id={id}
      title="Edit Script"
      step="Edit"
      signInText="Sign in to edit your scripts."
      refusalOf={refusalOf}
      renderActions={(script) => isModeration(script) && <Badge tone="warn">Moderator Edit</Badge>}
    >
      {(script) => <EditScriptForm script={script} isModeration={isModeration(script)} />}
    </ScriptFormPage>
  )
}

const NewVersionForm = lazy(async () => ({ default: (await import('./NewVersionForm.tsx')).NewVersionForm }))

/** For all authors of a script. Contributors have no edit form. */
export function NewVersionPage() {
  const { id } = useParams({ from: '/scripts/$id/versions/new' })
  const reviewMode = useReviewMode()
  const session = useSession()

  function refusalOf(script: Script): ReactNode {
    if (!authorRoleOf(session, script))
      return (
        <FormUnavailable
          title="Access Denied"
          text="Only the authors of a script upload versions of it."
          id={script.id}
        />
      )
    return hasPermission(session, 'scripts.upload') ? null : <UploadPermissionRequired />
  }
  return (
    <ScriptFormPage
      id={id}
      title="Upload a Version"
      step="Upload a version"
      text={`A new version is ${availability[reviewMode]}.`}
      signInText="Sign in to upload a version of your script."
      refusalOf={refusalOf}
    >
      {(script) => <NewVersionForm script={script} />}
    </ScriptFormPage>
  )
}
