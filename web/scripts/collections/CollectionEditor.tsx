import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import type { Collection } from '#contract/scripts/collections.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { UnsavedChangesGuard } from '#web/app/UnsavedChangesGuard.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { showToast } from '#web/ui/toast.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import { collectionPath, ownCollectionsPath, savedPath } from './collection-paths.ts'
import { CollectionFields } from './CollectionFields.tsx'
import { collectionQuery, useForgetCollection, mayEdit } from './collections.data.ts'
import { CollectionNotFound } from './CollectionNotFound.tsx'
import { CollectionsSkeleton } from './CollectionsSkeleton.tsx'
import { EditorsCard } from './EditorsCard.tsx'
import { EntryEditor } from './EntryEditor.tsx'

/** Loaded for signed-in users only. */
export function CollectionEditor({ id, userId }: { id: number; userId: number }) {
  const query = useQuery({ ...collectionQuery(id), staleTime: 0 })
  const { data } = query
  if (data && mayEdit(data, userId)) return <EditForms key={id} collection={data} userId={userId} />
  if (data !== undefined && !query.isFetching) return <CollectionNotFound />
  if (!query.isError) return <CollectionsSkeleton />
  return (
    <div className="page-width">
      <FailedState heading="h1" title="Failed to load the collection" query={query} />
    </div>
  )
}

function EditForms({ collection, userId }: { collection: Collection; userId: number }) {
  const { id, title, isSaved, removal } = collection
  const isOwner = collection.owner.id === userId
  const [areFieldsDirty, setFieldsDirty] = useState(false)
  const [areEntriesDirty, setEntriesDirty] = useState(false)
  const pagePath = isSaved ? savedPath : collectionPath(id)
  return (
    <div className="page-width">
      <PageHead
        above={
          <Breadcrumbs
            steps={[
              {
                label: 'Your collections',
                renderLink: (props) => <Link to={ownCollectionsPath} {...props} />,
              },
              { label: title, renderLink: (props) => <Link to={pagePath} {...props} /> },
            ]}
          />
        }
        title={`Edit ${title}`}
      />
      <UnsavedChangesGuard
        isActive={areFieldsDirty || areEntriesDirty}
        title="Discard your changes?"
        text="You have unsaved changes."
      />
      {removal !== null && (
        <Alert
          tone="danger"
          title="A moderator hid this collection"
          {...(isOwner && {
            action: <AppealLink subject={`collection-${id}`} />,
          })}
        >
          You can neither change nor delete it. Reason: {removal}
        </Alert>
      )}
      {!isSaved && (
        <Card as="section" padding="lg" className="stack gap-5 mb-6" aria-labelledby="details">
          <h2 id="details" className="text-h3">
            Details
          </h2>
          <CollectionFields
            collection={collection}
            isOwner={isOwner}
            onDirty={setFieldsDirty}
            onSaved={() => void showToast({ type: 'success', title: 'Collection saved' })}
            renderButtons={({ isBusy, isDirty }) => (
              <div className="row wrap gap-3">
                <Button
                  type="submit"
                  isBusy={isBusy}
                  busyText="Saving..."
                  disabled={!isDirty || removal !== null}
                >
                  Save details
                </Button>
                {isOwner && <DeleteButton collection={collection} />}
              </div>
            )}
          />
        </Card>
      )}
      <Card as="section" padding="lg" className="stack gap-5 mb-6" aria-labelledby="entries">
        <h2 id="entries" className="text-h3">
          Scripts
        </h2>
        <EntryEditor collection={collection} onDirty={setEntriesDirty} />
      </Card>
      {!isSaved && <EditorsCard collection={collection} userId={userId} />}
    </div>
  )
}

function DeleteButton({ collection: { id, removal } }: { collection: Collection }) {
  const navigate = useNavigate()
  const forget = useForgetCollection()
  async function remove() {
    try {
      await call('DELETE /api/collections/:id', { params: { id } })
      await navigate({ to: ownCollectionsPath, replace: true, ignoreBlocker: true })
      forget(id)
    } catch (error) {
      await showToast({
        type: 'error',
        title: 'Failed to delete the collection',
        message: errorMessage(error, 'Please try again.'),
      })
    }
  }
  return (
    <TwoClickButton disabled={removal !== null} onConfirm={() => void remove()}>
      Delete collection
    </TwoClickButton>
  )
}
