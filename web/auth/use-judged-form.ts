import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod/mini'

/** A field is judged when the form is sent; `forgive` takes its message away while it is edited, and nothing else. */
export function useJudgedForm<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
) {
  const form = useForm<Values>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: zodResolver(schema),
    defaultValues,
  })
  const forgive = (field: FieldPath<Values>) => {
    form.clearErrors(field)
    form.clearErrors('root')
  }
  return { ...form, forgive }
}
