import { useId } from 'react'
import type { ComponentProps } from 'react'

import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'

/** A statement that must be confirmed. */
export function Statement({
  error,
  ...checkbox
}: ComponentProps<typeof Checkbox> & { error?: string | undefined }) {
  const id = useId()
  return (
    <div>
      <Checkbox {...checkbox} aria-invalid={error ? true : undefined} aria-describedby={error && id} />
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
