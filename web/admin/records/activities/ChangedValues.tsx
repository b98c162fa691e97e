import { z } from 'zod/mini'

import type { Activity } from '#contract/records/activities.ts'
import { capitalize } from '#web/ui/capitalize.ts'

const Values = z.record(z.string(), z.unknown())
const Metadata = z.object({ old: Values, new: Values })

export function ChangedValues({ metadata }: Pick<Activity, 'metadata'>) {
  const values = changedValues(metadata)
  if (values.length === 0) return null
  return (
    <dl className="grid gap-1 text-sm">
      {values.map(({ field, from, to }) => (
        <div className="flex wrap gap-0-2" key={field}>
          <dt className="faint">{field}</dt>
          <dd className="min-0 break pre-line scroll" style={{ maxHeight: 120 }}>
            <del className="faint">{from}</del>
            <span aria-hidden="true"> → </span>
            <ins>{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The old and new values in the metadata of an activity, as text. */
export function changedValues(metadata: unknown): { field: string; from: string; to: string }[] {
  const { data } = Metadata.safeParse(metadata)
  if (!data) return []
  return Object.keys(data.new).map((key) => ({
    field: fieldLabel(key),
    from: valueText(data.old[key]),
    to: valueText(data.new[key]),
  }))
}

/** "Two factor enabled" for `twoFactorEnabled` and `two_factor_enabled`. */
function fieldLabel(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`).replaceAll('_', ' ')
  return capitalize(words.toLowerCase())
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'Empty'
  if (value === null || value === undefined || value === '') return 'Empty'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
