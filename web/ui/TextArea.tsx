import { useRef, useSyncExternalStore } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { Field } from './Field.tsx'
import styles from './Field.module.css'

/** `lengthMax` shows a counter; it does not truncate the text. */
export function TextArea({
  label,
  hint,
  error,
  isOptional,
  lengthMax,
  ref,
  ...textarea
}: Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'ref'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  lengthMax?: number | undefined
  ref?: ((node: HTMLTextAreaElement | null) => void) | undefined
}) {
  const node = useRef<HTMLTextAreaElement>(null)
  // Read from the element: react-hook-form sets it through the ref, without an event.
  const length = useSyncExternalStore(
    (notify) => {
      // On the document, so that React's handlers run before.
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
      {...{ label, hint, error, isOptional }}
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

/** Announced near the limit only, so that it does not interrupt typing. */
function LengthCounter({ length, lengthMax }: { length: number; lengthMax: number }) {
  const left = lengthMax - length
  return (
    <span className={`push text-sm nowrap numeric ${styles.counter}`} data-over={left < 0 || undefined}>
      <span aria-hidden="true">
        {length} / {lengthMax}
      </span>
      <output className="visually-hidden">{announcement(left)}</output>
    </span>
  )
}

function announcement(left: number): string {
  if (left < 0) return `${-left} characters too many`
  return left <= 20 ? `${left} characters left` : ''
}
