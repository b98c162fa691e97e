import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn, FieldPath, UseFormSetError } from 'react-hook-form'

import { ApiError } from './call.ts'
import { errorMessage, type ErrorTexts } from './error-messages.ts'

/** Sends a valid form with a mutation and shows the server's errors in the form. */
export function useFormMutation<Values extends FieldValues, Result>(
  { handleSubmit, setError }: Pick<UseFormReturn<Values>, 'handleSubmit' | 'setError'>,
  {
    errors,
    handlesError = () => false,
    afterError,
    ...options
  }: {
    errors: Omit<Parameters<typeof applyServerErrors<Values>>[1], 'setError'>
    /** Returns true for an error that it has dealt with and that the form does not show. */
    handlesError?: (error: unknown) => boolean
    /** Runs when the form shows the error. */
    afterError?: ((error: unknown) => Promise<void>) | undefined
  } & Pick<UseMutationOptions<Result, Error, Values>, 'mutationFn' | 'onMutate' | 'onSuccess' | 'onSettled'>,
) {
  const { mutate, isPending, isSuccess } = useMutation({
    ...options,
    onError: (error) => {
      if (handlesError(error)) return
      applyServerErrors(error, { setError, ...errors })
      void afterError?.(error)
    },
  })
  return { submit: handleSubmit((values) => mutate(values)), isPending, isSuccess }
}

/** Shows the server's messages at their fields and focuses the first; without one, a message for the whole form. */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  {
    setError,
    fields,
    otherFields = {},
    texts,
    showMessage = (message) => setError('root', { message }),
  }: {
    setError: UseFormSetError<Values>
    fields: readonly FieldPath<Values>[]
    /** Fields of the request that the form does not register, such as files. */
    otherFields?: Record<string, (message: string) => void>
    texts: string | ErrorTexts
    showMessage?: (message: string) => void
  },
): void {
  const messages = new Map(error instanceof ApiError ? Object.entries(error.fields) : [])
  const invalid = fields.filter((field) => messages.has(field))
  for (const [index, field] of invalid.entries())
    setError(field, { message: messages.get(field) ?? '' }, { shouldFocus: index === 0 })
  const invalidOthers = Object.entries(otherFields).filter(([field]) => messages.has(field))
  for (const [field, show] of invalidOthers) show(messages.get(field) ?? '')
  if (invalid.length + invalidOthers.length === 0) showMessage(errorMessage(error, texts))
}
