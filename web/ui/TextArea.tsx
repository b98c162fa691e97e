import { useRef, useSyncExternalStore } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { Field } from './Field.tsx'
import styles from './Field.module.css'
import { LengthCounter } from './LengthCounter.tsx'

/** The counter never cuts a text off: what is too long stays there to be shortened. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  lengthMax,
  ref,
  ...textarea
}: Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'ref'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  isLabelHidden?: boolean | undefined
  lengthMax?: number | undefined
  ref?: ((node: HTMLTextAreaElement | null) => void) | undefined
}) {
  const node = useRef<HTMLTextAreaElement>(null)
  // The truth is in the element: a form library sets and resets it through the ref, without an event.
  const length = useSyncExternalStore(
    (notify) => {
      // On the document, where React has been before: a field whose value is state has it by then.
      const onInput = ({ target }: Event) => {
        if (target === node.current) notify()
      }
      document.addEventListener('input', onInput)
      return () => document.removeEventListener('input', onInput)
    },
    () => node.current?.value.length ?? 0,
    () => 0,
  )

  return (
    <Field
      {...{ label, hint, error, isOptional, isLabelHidden }}
      counter={lengthMax !== undefined && <LengthCounter length={length} lengthMax={lengthMax} />}
    >
      {(control) => (
        <div className={styles.frame}>
          <textarea
            {...textarea}
            {...control}
            className={styles.control}
            ref={(element) => {
              node.current = element
              ref?.(element)
            }}
          />
        </div>
      )}
    </Field>
  )
}
