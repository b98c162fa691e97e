import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { Badge } from '#web/ui/Badge.tsx'

import { editorRoleOf, mayEdit } from '#web/scripts/script-page/editor-role.ts'
import { FormUnavailable, ScriptFormPage } from './ScriptFormPage.tsx'

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
