/** The list with one element at another place. */
export function moveEntry<Element>(list: readonly Element[], from: number, to: number): Element[] {
  const moved = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, ...moved)
}
