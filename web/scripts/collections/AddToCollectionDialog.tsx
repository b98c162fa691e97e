import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { ownCollectionsPath } from './collection-paths.ts'
import styles from './CollectionForms.module.css'
import { ownCollectionsQuery, useChangeEntry, useSaveScript } from './collections.data.ts'
import { visibilityNames } from './collections.texts.ts'
import { useCollectionForm } from './use-collection-form.ts'

/** Each collection of the user as a checkbox, which takes effect at once. */
export function AddToCollectionDialog({
  userId,
  script,
  version,
  onClose,
}: {
  userId: number
  script: { id: number; name: string }
  version: { id: number; number: string } | undefined
  onClose: () => void
}) {
  const query = useQuery(ownCollectionsQuery(userId, script.id))
  const { mutate: change } = useChangeEntry(userId, script.id)
  const { mutate: save } = useSaveScript()
  const [isFixed, setFixed] = useState(false)
  const versionId = isFixed ? (version?.id ?? null) : null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add to a collection"
      text={script.name}
      footer={
        <>
          <Link to={ownCollectionsPath} className={buttonClass({ variant: 'ghost' })} onClick={onClose}>
            Your collections
          </Link>
          <Button variant="cta" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <LoadState query={query} name="your collections" height={120} />
      {query.data && (
        <div className="stack gap-5">
          {version && (
            <Checkbox
              label={`Keep version ${version.number}`}
              hint="Otherwise the collection has the current version."
              checked={isFixed}
              onChange={({ currentTarget }) => setFixed(currentTarget.checked)}
            />
          )}
          <fieldset className={`grid gap-3 pad-4 scroll-y framed ${styles.choices} max-h-40vh round-lg`}>
            <legend className="strong">Collections</legend>
            <Checkbox
              label="Saved for later"
              hint={visibilityNames.private}
              checked={query.data.collections.some(({ isSaved, hasScript }) => isSaved && hasScript)}
              onChange={({ currentTarget }) => save({ scriptId: script.id, isSaved: currentTarget.checked })}
            />
            {query.data.collections
              .filter(({ isSaved }) => !isSaved)
              .map((collection) => (
                <Checkbox
                  key={collection.id}
                  label={collection.title}
                  hint={
                    collection.removal === null
                      ? visibilityNames[collection.visibility]
                      : 'Hidden by a moderator'
                  }
                  disabled={collection.removal !== null}
                  checked={collection.hasScript === true}
                  onChange={({ currentTarget }) =>
                    change({ collection, isAdded: currentTarget.checked, versionId })
                  }
                />
              ))}
          </fieldset>
          <NewCollection onCreated={(collection) => change({ collection, isAdded: true, versionId })} />
        </div>
      )}
    </Dialog>
  )
}

function NewCollection({
  onCreated,
}: {
  onCreated: (collection: Parameters<ReturnType<typeof useChangeEntry>['mutate']>[0]['collection']) => void
}) {
  const { form, submit, isPending } = useCollectionForm(undefined, (collection, reset) => {
    reset()
    onCreated({ ...collection, hasScript: false })
  })
  const { error, ...title } = form.field('title')
  return (
    <form
      className={`flex wrap top gap-3 ${styles.inline}`}
      aria-label="New collection"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="New collection"
        autoComplete="off"
        placeholder="Title"
        hint="Private, until you change it."
        error={error ?? form.formError}
        {...title}
      />
      <Button type="submit" isBusy={isPending} busyText="Creating...">
        Create and add
      </Button>
    </form>
  )
}
