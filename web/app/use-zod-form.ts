import { zodResolver } from '@hookform/resolvers/zod'
import { get, useForm } from 'react-hook-form'
import type { DefaultValues, FieldError, FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod/mini'

/** Validates on submit only: an error stays until its field is edited. */
export function useZodForm<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
) {
  const form = useForm<Values>({
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: zodResolver(schema),
    defaultValues,
  })
  const { errors } = form.formState
  function clearFieldError(name: FieldPath<Values>) {
    form.clearErrors(name)
    form.clearErrors('root')
  }
  /** The props of a field: its registration, and its error until the field is edited. */
  function field(name: FieldPath<Values>, onEdit?: (text: string) => void) {
    const error: FieldError | undefined = get(errors, name)
    const onChange = ({ target }: { target: { value: string } }) => {
      clearFieldError(name)
      onEdit?.(target.value)
    }
    return { ...form.register(name, { onChange }), error: error?.message }
  }
  return { ...form, field, clearFieldError, formError: errors.root?.message }
}

/** The names of the fields of a form. */
export const fieldsOf = <Shape extends object>({ shape }: { shape: Shape }) =>
  Object.keys(shape).filter((name): name is Extract<keyof Shape, string> => name in shape)
