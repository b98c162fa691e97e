/** For an element that is removed while it has the focus. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
