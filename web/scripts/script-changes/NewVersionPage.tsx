import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { authorRoleOf } from '#web/scripts/script-page/author-role.ts'

import { availability } from './script-changes.texts.ts'
import { FormUnavailable, ScriptFormPage } from './ScriptFormPage.tsx'
import { UploadPermissionRequired } from './UploadPermissionRequired.tsx'

const NewVersionForm = lazy(async () => ({ default: (await import('./NewVersionForm.tsx')).NewVersionForm }))

/** For all authors of a script. Contributors have no edit form. */
export function NewVersionPage() {
  const { id } = useParams({ from: '/scripts/$id/versions/new' })
  const { reviewMode } = useSite()
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
