import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'

import { InlineAlert } from './InlineAlert.tsx'
import type { AlertTone } from './InlineAlert.tsx'

const icons = { info: <Info />, ok: <CircleCheck />, warn: <TriangleAlert />, danger: <CircleAlert /> }

/** `isAlert` announces the result of an action, such as a failed form. */
export function Alert({
  tone = 'info',
  icon,
  ...alert
}: Omit<ComponentProps<typeof InlineAlert>, 'tone' | 'icon'> & {
  tone?: AlertTone
  icon?: ComponentProps<typeof InlineAlert>['icon']
}) {
  return <InlineAlert {...alert} tone={tone} icon={icon ?? icons[tone]} />
}
