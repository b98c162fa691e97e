import type { DOMAttributes, ReactElement } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'

import { classNames } from './class-names.ts'
import styles from './Tooltip.module.css'

/** An explanation beside a control that already has a name. Touch never sees it: nothing may live only here. */
export function Tooltip({
  label,
  children,
}: {
  label: string
  children: ReactElement<DOMAttributes<HTMLElement>, string>
}) {
  return (
    <PortalProvider getContainer={tooltipRegion}>
      <TooltipTrigger delay={500}>
        <Focusable>{children}</Focusable>
        <AriaTooltip className={classNames(styles.tooltip)} offset={6}>
          {label}
        </AriaTooltip>
      </TooltipTrigger>
    </PortalProvider>
  )
}

let region: HTMLElement | null = null

// A landmark of its own: loose in the body the text would belong to no part of the page.
function tooltipRegion(): HTMLElement {
  if (!region) {
    region = document.createElement('section')
    region.setAttribute('aria-label', 'Tooltips')
    // Keeps it alive while a dialog makes the rest of the page inert.
    region.setAttribute('data-react-aria-top-layer', 'true')
    document.body.append(region)
  }
  return region
}
