import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'

import { FormDialog } from './FormDialog.tsx'
import { resourceTexts, saveErrorTexts } from './resource.ts'
import type { Resource } from './resource.ts'

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
