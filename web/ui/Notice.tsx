import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'

import { PlainNotice } from './PlainNotice.tsx'
import type { NoticeTone } from './PlainNotice.tsx'

const icons = { info: <Info />, ok: <CircleCheck />, warn: <TriangleAlert />, danger: <CircleAlert /> }

/** `isAlert` for what appears as an answer (a form that failed); without it the notice is part of the text. */
export function Notice({
  tone = 'info',
  icon,
  ...notice
}: Omit<ComponentProps<typeof PlainNotice>, 'tone' | 'icon'> & {
  tone?: NoticeTone
  icon?: ComponentProps<typeof PlainNotice>['icon']
}) {
  return <PlainNotice {...notice} tone={tone} icon={icon ?? icons[tone]} />
}
