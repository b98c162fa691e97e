import type { QueryKey } from '@tanstack/react-query'
import { useId, type ReactNode, type ComponentProps } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

import type { ErrorTexts } from '#web/app/error-messages.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './FormDialog.module.css'
import { resourceTexts, saveErrorTexts, type Resource, useInvalidate } from './resource.ts'

type DialogForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'handleSubmit' | 'setError' | 'formState'
>

/** A dialog that saves a form and closes. `fields` are those that show an error of the server. */
export function FormDialog<Values extends FieldValues>({
  title,
  label,
  submitLabel,
  busyText = 'Saving...',
  size = 'lg',
  isReady = true,
  side,
  form,
  fields,
  save,
  afterError,
  savedText,
  errorTexts,
  queryKeys,
  onClose,
  children,
}: {
  title: string
  label: string
  submitLabel: string
  busyText?: string
  size?: 'md' | 'lg' | 'xl' | undefined
  /** Until then the form cannot be sent. */
  isReady?: boolean
  side?: ReactNode
  form: DialogForm<Values>
  fields: readonly FieldPath<Values>[]
  save: (values: Values) => Promise<unknown>
  afterError?: ((error: unknown) => Promise<void>) | undefined
  savedText: string
  errorTexts: string | ErrorTexts
  queryKeys: readonly QueryKey[]
  onClose: () => void
  children: ReactNode
}) {
  const formId = useId()
  const invalidate = useInvalidate(queryKeys)
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: save,
    onSuccess: () => {
      void showToast({ type: 'success', title: savedText })
      onClose()
    },
    onSettled: () => void invalidate(),
    errors: { fields, texts: errorTexts },
    afterError,
  })
  const { errors, isDirty } = form.formState
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size={size}
      isBusy={isPending}
      isDirty={isDirty}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="cta"
            disabled={!isReady}
            isBusy={isPending}
            busyText={busyText}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {errors.root?.message && (
        <div className="mb-4">
          <Alert tone="danger" title={errors.root.message} isAlert />
        </div>
      )}
      <div
        className={side ? 'grid cols narrow-stack gap-6 top' : undefined}
        style={{ '--cols': 'minmax(0, 1fr) minmax(0, 260px)' }}
      >
        <form
          id={formId}
          noValidate
          aria-label={label}
          className="stack gap-4"
          onSubmit={(event) => void submit(event)}
        >
          {children}
        </form>
        {side && <div className={`sticky ${styles.side}`}>{side}</div>}
      </div>
    </Dialog>
  )
}

export function ResourceDialog<Values extends FieldValues>({
  resource,
  isNew,
  editTitle,
  ...dialog
}: {
  resource: Resource
  isNew: boolean
  editTitle: string
} & Pick<
  ComponentProps<typeof FormDialog<Values>>,
  'size' | 'side' | 'form' | 'fields' | 'save' | 'afterError' | 'onClose' | 'children'
>) {
  const texts = resourceTexts(resource)
  return (
    <FormDialog
      {...dialog}
      title={isNew ? resource.addLabel : editTitle}
      label={texts.subject}
      submitLabel={isNew ? resource.addLabel : 'Save Changes'}
      savedText={isNew ? texts.created : texts.updated}
      errorTexts={saveErrorTexts(resource, isNew)}
      queryKeys={resource.queryKeys}
    />
  )
}
