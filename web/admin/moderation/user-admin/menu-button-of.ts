/** The menu button of a user's row, which opened the dialog that closes; null if the row is not listed any more. */
export function menuButtonOf(id: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-user="${id}"] [aria-haspopup=menu]`)
}
