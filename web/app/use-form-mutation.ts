import { useMutation } from '@tanstack/react-query'
import type { UseMutationOptions } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

import { applyServerErrors } from './form-errors.ts'

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
