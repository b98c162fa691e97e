import type { QueryKey } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

import type { ErrorTexts } from '#web/app/error-messages.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import { resourceTexts, saveErrorTexts, type Resource, useInvalidate } from './resource.ts'

type DialogForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'handleSubmit' | 'setError' | 'formState'
>

/** A dialog that saves a form and closes. `fields` are those that show an error of the server. */
export function SaveDialog<Values extends FieldValues>({
  form,
  fields,
  save,
  afterError,
  savedText,
  errorTexts,
  queryKeys,
  ...dialog
}: {
  form: DialogForm<Values>
  fields: readonly FieldPath<Values>[]
  save: (values: Values) => Promise<unknown>
  afterError?: ((error: unknown) => Promise<void>) | undefined
  savedText: string
  errorTexts: string | ErrorTexts
  queryKeys: readonly QueryKey[]
} & Omit<ComponentProps<typeof FormDialog>, 'isBusy' | 'isDirty' | 'error' | 'onSubmit'>) {
  const invalidate = useInvalidate(queryKeys)
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: save,
    onSuccess: () => {
      void showToast({ type: 'success', title: savedText })
      dialog.onClose()
    },
    onSettled: () => void invalidate(),
    errors: { fields, texts: errorTexts },
    afterError,
  })
  const { errors, isDirty } = form.formState
  return (
    <FormDialog
      size="lg"
      {...dialog}
      isBusy={isPending}
      isDirty={isDirty}
      error={errors.root?.message}
      onSubmit={() => void submit()}
    />
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
  ComponentProps<typeof SaveDialog<Values>>,
  'size' | 'side' | 'form' | 'fields' | 'save' | 'afterError' | 'onClose' | 'children'
>) {
  const texts = resourceTexts(resource)
  return (
    <SaveDialog
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
