import { useState, type ComponentProps } from 'react'

/**
 * The props of a button that its own click can disable, as "Save" does. `disabled` would drop the focus, so the button
 * keeps it, without an effect, until the user moves on.
 */
export function useDisabledButton({
  disabled = false,
  onFocus,
  onBlur,
  onClick,
}: Pick<ComponentProps<'button'>, 'disabled' | 'onFocus' | 'onBlur' | 'onClick'>) {
  const [hasFocus, setFocus] = useState(false)
  const keepsFocus = disabled && hasFocus
  const props: ComponentProps<'button'> = {
    disabled: disabled && !hasFocus,
    onFocus: (event) => {
      setFocus(true)
      onFocus?.(event)
    },
    onBlur: (event) => {
      setFocus(false)
      onBlur?.(event)
    },
    onClick: (event) => (keepsFocus ? event.preventDefault() : onClick?.(event)),
  }
  return { ...props, ...(keepsFocus && { 'aria-disabled': true, 'data-disabled': '' }) }
}
