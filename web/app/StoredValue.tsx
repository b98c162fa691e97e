import { Button } from '#web/ui/Button.tsx'

import type { Conflict } from './use-conflict.ts'

/** Below a field with a conflict: the value that is stored now, which one can take. */
export function StoredValue<Name extends string>({
  conflict: { stored, take },
  name,
  label,
  toText = String,
}: {
  conflict: Conflict<Name>
  name: Name
  label: string
  toText?: (value: unknown) => string
}) {
  if (!stored.has(name)) return null
  return (
    <fieldset
      aria-label={`Stored value of ${label}`}
      data-tone="warn"
      className="edge row between gap-3 pad-2-3 round-sm fill-2 text-sm"
    >
      <p className="min-0 break pre-line scroll" style={{ maxHeight: 120 }}>
        Stored now: <b>{toText(stored.get(name)) || 'Empty'}</b>
      </p>
      <Button size="sm" className="rigid" onClick={() => take(name)}>
        Use this value
      </Button>
    </fieldset>
  )
}

export const onOrOff = (value: unknown) => (value === true ? 'On' : 'Off')
