import { useState } from 'react'

type ActState<Input> =
  | { status: 'idle' }
  | { status: 'pending'; input: Input }
  | { status: 'failed'; error: unknown }

/**
 * A write that a button starts, and how it goes. It is pending until `onSuccess` is through, so that a list has the
 * change when its button is free again. (The query library's mutations would be part of every public page.)
 */
export function useAct<Input = void, Output = unknown>({
  run,
  onSuccess,
  onError,
}: {
  run: (input: Input) => Promise<Output>
  onSuccess?: (output: Output, input: Input) => unknown
  onError?: (error: unknown) => void
}) {
  const [state, setState] = useState<ActState<Input>>({ status: 'idle' })
  async function start(input: Input): Promise<void> {
    setState({ status: 'pending', input })
    try {
      const output = await run(input)
      await onSuccess?.(output, input)
      setState({ status: 'idle' })
    } catch (error) {
      setState({ status: 'failed', error })
      onError?.(error)
    }
  }
  return {
    start: (input: Input) => void start(input),
    isPending: state.status === 'pending',
    pendingInput: state.status === 'pending' ? state.input : undefined,
    error: state.status === 'failed' ? state.error : undefined,
  }
}
